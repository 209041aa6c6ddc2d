// SPDX-License-Identifier: Apache-2.0
#include "app/cli/answer.h"
#include "app/cli/estimate.h"
#include "app/cli/estimate_clients.h"
#include "app/cli/estimate_fleet.h"
#include "app/cli/exit_code.h"
#include "app/cli/inference_options.h"
#include "app/cli/table.h"
#include "app/cli/trace_map_option.h"
#include "engine/estimate/inference_answer.h"
#include "engine/estimate/run_answer.h"
#include "engine/serve/request_trace.h"
#include "engine/sheet/sheet_json.h"
#include "engine/text/shown.h"
#include "models/workload/prefix_reuse.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>

namespace headroom::app {

namespace {

// Generated and served one by one: some minutes of computing.
constexpr double kMostRequests = 5e6;

void printIterations(const engine::InferenceEstimate& e) {
    engine::Sheet parts = engine::iterationParts(e);
    std::erase_if(parts.rows, [](const auto& row) {
        return std::get<double>(row[2]) <= 0.0 && std::get<double>(row[4]) <= 0.0;
    });
    std::printf("%s\n", tableText(parts).c_str());
    std::printf("Prompts are bound by %s, decoding by %s.\n",
                models::inferenceBoundText(e.prompt.bound),
                models::inferenceBoundText(e.decode.bound));
}

void printServed(const engine::InferenceEstimate& e, const models::InferenceServiceSpec& service) {
    const engine::ServingResult& s = *e.served;
    std::printf("\n%s", tableText(engine::latencySheet(e)).c_str());
    std::printf(
        "\nSteady window of %s after %s of warm-up: %llu requests arrive (%s/s), %s requests/s "
        "served, %s output "
        "tokens/s, %s preempted, %s too long\n",
        engine::shownSeconds(s.windowUntilS - s.windowFromS).c_str(),
        engine::shownSeconds(s.windowFromS).c_str(), static_cast<unsigned long long>(s.counted),
        engine::shownNumber(s.arrivalsPerS, 4).c_str(),
        engine::shownNumber(s.requestsPerS, 4).c_str(),
        engine::shownNumber(s.outputTokensPerS, 4).c_str(), std::to_string(s.preemptions).c_str(),
        std::to_string(s.rejected).c_str());
    std::printf("Limits %s and %s: %.1f %% of the requests meet both, goodput %s requests/s\n",
                engine::shownSeconds(service.ttftLimitS).c_str(),
                engine::shownSeconds(service.tpotLimitS).c_str(), 100.0 * s.sloAttainment,
                engine::shownNumber(s.goodputPerS, 4).c_str());
    std::printf("Busy %.0f %% of the time, %s decode together, cache %.0f %% used\n",
                100.0 * s.utilization, engine::shownNumber(s.meanBatch, 3).c_str(),
                100.0 * s.cacheUse);
}

void printEstimate(const EstimateCase& opened, const engine::InferenceEstimate& e,
                   const engine::InferenceQuestion& question,
                   const EstimateInferenceOptions& options) {
    std::printf("%s on %d x %s: %d replicas of tensor %d, stages %d, experts %d\n",
                options.common.model.c_str(), e.accelerators, opened.cluster.acceleratorId.c_str(),
                e.replicas, e.plan.tensorParallel, e.plan.pipelineParallel, e.plan.expertParallel);
    std::printf(
        "Memory of an accelerator: weights %s, workspace %s, cache %s of %s (%s) for %s tokens "
        "of a replica\n"
        "Cache of a request of %s tokens: %s on each accelerator, %s in all\n",
        engine::shownBytes(e.memory.weightBytes).c_str(),
        engine::shownBytes(e.memory.workspaceBytes).c_str(),
        engine::shownBytes(e.memory.cacheBytes).c_str(),
        engine::shownBytes(opened.cluster.accelerator->memoryBytes).c_str(),
        engine::shownMemory(opened.cluster.accelerator->memoryBytes).c_str(),
        engine::shownNumber(engine::heldTokens(e), 6).c_str(),
        engine::shownNumber(e.requestTokens, 6).c_str(),
        engine::shownBytes(e.memory.bytesOf(e.requestTokens)).c_str(),
        engine::shownBytes(e.requestCacheBytes).c_str());
    if (models::prefixOf(question.service).isOn()) {
        std::printf("Prefix cache: %s of %s prompt tokens are found, on average\n",
                    engine::shownNumber(e.foundTokens, 4).c_str(),
                    engine::shownNumber(e.promptTokens, 4).c_str());
    }
    if (e.plan.speculation.isOn()) {
        std::printf("Speculative decoding: %d drafted tokens, %s tokens an iteration on average\n",
                    e.plan.speculation.draftTokens,
                    engine::shownNumber(e.plan.speculation.givenTokens(), 3).c_str());
    }
    std::printf("Capacity: %s requests/s of %s that arrive; at most %d decode together\n\n",
                engine::shownNumber(e.steady.capacityPerS * e.replicas, 4).c_str(),
                engine::shownNumber(question.ratePerS, 4).c_str(), e.largestBatch);
    printIterations(e);
    if (e.served) {
        printServed(e, question.service);
    }
    std::printf("Power: %s, %s J an output token; a replica starts in %s\n",
                engine::shownWatts(e.powerW).c_str(),
                engine::shownNumber(e.energyPerTokenJ, 3).c_str(),
                engine::shownSeconds(e.startS).c_str());
    std::printf(
        "90 %% of measurements lie within: capacity %s to %s requests/s, time per output token "
        "%s to %s, power %s to %s\n",
        engine::shownNumber(e.steady.capacityPerS * e.replicas / e.certainty.tokensFactor, 3)
            .c_str(),
        engine::shownNumber(e.steady.capacityPerS * e.replicas * e.certainty.tokensFactor, 3)
            .c_str(),
        engine::shownSeconds(e.steady.tpotMeanS / e.certainty.latencyFactor).c_str(),
        engine::shownSeconds(e.steady.tpotMeanS * e.certainty.latencyFactor).c_str(),
        engine::shownWatts(e.powerLowW).c_str(), engine::shownWatts(e.powerHighW).c_str());
    if (!std::isnan(e.usdPerMillionTokens)) {
        std::printf("Cost: USD %s for a million output tokens\n",
                    engine::shownNumber(e.usdPerMillionTokens, 4).c_str());
    }
    for (const std::string& note : opened.cluster.notes) {
        std::printf("Note: %s\n", note.c_str());
    }
}

/// Where the requests come from: a trace of the user, or a profile of the catalogue with the rate
/// and lengths that are stated.
engine::Result<void> readRequests(const EstimateInferenceOptions& options,
                                  const EstimateCase& opened, engine::InferenceQuestion& question,
                                  engine::RequestStream& stream) {
    const auto profile = partOf<models::RequestProfileSpec>(opened.catalogue, options.requests);
    if (!profile) {
        return tl::unexpected(profile.error());
    }
    question.requests = **profile;
    const auto constant = [](double tokens) {
        return models::Curve({0.0, 100.0}, {tokens, tokens});
    };
    if (options.prompt) {
        question.requests.promptTokens = constant(*options.prompt);
    }
    if (options.output) {
        question.requests.outputTokens = constant(*options.output);
    }
    question.ratePerS = options.rate.value_or(question.requests.arrivalsPerS) * options.rateScale;
    if (!options.trace.empty()) {
        models::RequestTraceSpec columns;
        const auto read =
            readTraceMap(options.traceMap, models::RequestTraceSpec::type(), &columns)
                .and_then([&] { return engine::readRequestTrace(options.trace, columns); });
        if (!read) {
            return tl::unexpected(read.error());
        }
        for (const std::string& note : read->notes) {
            std::fprintf(stderr, "%s: %s.\n", options.trace.c_str(), note.c_str());
        }
        stream = engine::scaledRate(read->requests, options.rateScale);
        question.stream = &stream;
        question.requests = engine::profileOf(stream);
        question.ratePerS = question.requests.arrivalsPerS;
    }
    return {};
}

/// A question with what its pointers lead to, and its answer.
struct InferenceAsked {
    EstimateCase about;
    models::ServingStackSpec stack;
    engine::RequestStream stream;
    engine::InferenceQuestion question;
    std::optional<engine::FleetSearch> search;  ///< where --optimize asks for one
    std::optional<engine::InferenceEstimate> estimate;
    std::optional<engine::ClosedEstimate> closed;  ///< where --clients asks for it
};

engine::ResultAll<std::unique_ptr<InferenceAsked>> ask(const EstimateInferenceOptions& options) {
    if (options.prefillReplicas &&
        prefillOf(options.prefill) != models::PrefillMode::Disaggregated) {
        throw UsageFault("--prefill-replicas needs --prefill disaggregated");
    }
    if (options.draftAcceptancePct && options.draftTokens == 0) {
        throw UsageFault("--draft-acceptance needs --draft-tokens of 1 or more");
    }
    auto opened = openEstimate(options.common);
    if (!opened) {
        return tl::unexpected(opened.error());
    }
    auto asked = std::make_unique<InferenceAsked>();
    asked->about = std::move(*opened);
    engine::InferenceQuestion& question = asked->question;
    question.cluster = &asked->about.cluster;
    question.model = asked->about.model;
    const auto part = partOf<models::ServingStackSpec>(asked->about.catalogue, options.stack);
    if (!part) {
        return tl::unexpected(engine::Errors{part.error()});
    }
    asked->stack = **part;
    asked->stack.maximumBatch = options.batch.value_or(asked->stack.maximumBatch);
    asked->stack.chunkTokens = options.chunk.value_or(asked->stack.chunkTokens);
    question.stack = &asked->stack;
    question.plan = {
        options.tensor, options.pipeline, options.expert, options.weightBits,
        models::cacheBitsOf(asked->stack, options.weightBits,
                            options.cacheBits > 0.0 ? options.cacheBits : models::kNotStated)};
    question.plan.fourBit = fourBitOf(options.fourBit);
    if (options.memorySharePct) {
        question.plan.memoryShare = *options.memorySharePct / 100.0;
    }
    question.plan.speculation.draftTokens = options.draftTokens;
    question.plan.speculation.acceptance = options.draftAcceptancePct
                                               ? *options.draftAcceptancePct / 100.0
                                               : models::InferenceServiceSpec{}.draftAcceptance;
    if (!options.draftModel.empty()) {
        const auto draft =
            partOf<models::LanguageModelSpec>(asked->about.catalogue, options.draftModel);
        if (!draft) {
            return tl::unexpected(engine::Errors{draft.error()});
        }
        question.plan.speculation.draft = *draft;
    }
    question.service.sharedPrefixTokens = options.sharedPrefixTokens;
    question.service.prefixHit = options.prefixHitPct / 100.0;
    question.service.replicas = options.replicas;
    question.service.prefillReplicas = options.prefillReplicas.value_or(1);
    question.service.prefill = prefillOf(options.prefill);
    question.service.routing = routingOf(options.routing);
    question.service.preemption = preemptionOf(options.preemption);
    question.service.ttftLimitS = options.ttftS;
    question.service.tpotLimitS = options.tpotMs / 1000.0;
    question.simulateS = 60.0 * options.minutes;
    question.crowdedHost = options.crowdedHost;
    question.storageBytesPerS = 1e9 * options.storageGBps;
    question.seed = options.seed;
    question.terms = asked->about.terms;
    if (const auto read = readRequests(options, asked->about, question, asked->stream); !read) {
        return tl::unexpected(engine::Errors{read.error()});
    }
    if (question.stream == nullptr && question.ratePerS * question.simulateS > kMostRequests) {
        throw UsageFault("--rate, --rate-scale and --minutes ask for more than 5 million requests");
    }
    if (options.common.optimize) {
        asked->search = engine::searchFleet(question, options.attainmentPct / 100.0);
        if (asked->search->best.empty()) {
            return tl::unexpected(engine::Errors{noFleet(*asked->search)});
        }
        asked->estimate = asked->search->best.front();
        return asked;
    }
    if (const auto possible = engine::checkReplica(question); !possible) {
        return tl::unexpected(engine::Errors{possible.error()});
    }
    asked->estimate = engine::estimateInference(question, true);
    if (options.clients) {
        asked->closed = engine::estimateClients(question, *options.clients);
    }
    return asked;
}

nlohmann::json jsonOf(const InferenceAsked& asked) {
    nlohmann::json json = engine::inferenceJson(*asked.estimate);
    if (asked.search) {
        json["search"] = engine::searchJson(*asked.search);
    }
    if (asked.closed) {
        json["closed"] =
            engine::rowJson(engine::clientFigures(*asked.closed, asked.estimate->certainty));
    }
    return json;
}

/// Estimate and log of a benchmark; exit code 1 where a figure is outside of its interval.
int compareWithLog(const EstimateInferenceOptions& options) {
    const auto log = engine::readRunLog(options.log);
    if (!log) {
        return fail(log.error());
    }
    if (log->kind != engine::RunLog::Kind::Serving) {
        return fail(engine::Error{"RLG-003",
                                  "the file is the " + log->form + ", not a benchmark of serving",
                                  "Use the output of vLLM's serving benchmark.",
                                  options.log,
                                  {},
                                  0});
    }
    const EstimateInferenceOptions stated = asTheLog(options, *log);
    const auto asked = ask(stated);
    if (!asked) {
        return fail(asked.error());
    }
    const InferenceAsked& answer = **asked;
    const auto figures = engine::servingFigures(*log, *answer.estimate, answer.closed);
    if (options.common.format == "json") {
        nlohmann::json json = engine::inferenceJson(*answer.estimate);
        json["measured"] = engine::sheetJson(engine::servingSheet(figures));
        printJson(json);
    } else {
        printEstimate(answer.about, *answer.estimate, answer.question, stated);
        if (answer.closed) {
            printClients(*answer.closed, answer.estimate->certainty);
        }
        std::printf("\n%s", tableText(engine::servingSheet(figures)).c_str());
    }
    const bool outside = std::any_of(figures.begin(), figures.end(),
                                     [](const engine::ServingFigure& f) { return !f.inside(); });
    return outside ? kFindings : kFine;
}

int inference(const EstimateInferenceOptions& options) {
    if (!options.log.empty()) {
        return compareWithLog(options);
    }
    const auto asked = ask(options);
    if (!asked) {
        const std::string& code = asked.error().front().code;
        const int failed = fail(asked.error());
        return code == "EST-020" || code == "EST-023" ? kFindings : failed;
    }
    const InferenceAsked& answer = **asked;
    if (options.common.format == "json") {
        printJson(jsonOf(answer));
        return kFine;
    }
    if (answer.search) {
        printFleets(*answer.search);
    }
    printEstimate(answer.about, *answer.estimate, answer.question, options);
    if (answer.closed) {
        printClients(*answer.closed, answer.estimate->certainty);
    }
    return kFine;
}

}  // namespace

void addInferenceEstimate(Subcommand estimate, int& code) {
    auto options = std::make_shared<EstimateInferenceOptions>();
    Subcommand command = estimate.subcommand("inference",
                                             "Time to first token, time per token, throughput, "
                                             "power and cost of a service; exit 1 where "
                                             "it does not fit the memory");
    addInferenceOptions(command, *options);
    command.action([options, &code] { code = inference(*options); });
}

engine::ResultAll<nlohmann::json> inferenceAnswer(const std::vector<std::string>& arguments) {
    EstimateInferenceOptions options;
    readArguments(arguments, "estimate inference",
                  [&](Subcommand command) { addInferenceOptions(command, options); });
    const auto asked = ask(options);
    if (!asked) {
        return tl::unexpected(asked.error());
    }
    return jsonOf(**asked);
}

}  // namespace headroom::app
