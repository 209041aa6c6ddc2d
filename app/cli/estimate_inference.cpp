// SPDX-License-Identifier: Apache-2.0
#include "app/cli/estimate.h"
#include "app/cli/estimate_clients.h"
#include "app/cli/estimate_fleet.h"
#include "app/cli/exit_code.h"
#include "app/cli/inference_options.h"
#include "app/cli/run_comparison.h"
#include "app/cli/table.h"
#include "app/cli/trace_map_option.h"
#include "engine/base/json.h"
#include "engine/estimate/inference.h"
#include "engine/serve/request_trace.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <map>
#include <memory>

namespace headroom::app {

namespace {

// Generated and served one by one: some minutes of computing.
constexpr double kMostRequests = 5e6;

using Json = nlohmann::json;

struct Row {
    const char* key;
    const char* label;
    double models::IterationTime::*seconds;
};

constexpr std::array kRows = {
    Row{"weights_s", "Matrices, reading weights", &models::IterationTime::weightsS},
    Row{"matrix_s", "Matrices, arithmetic", &models::IterationTime::matrixS},
    Row{"cache_s", "Reading the cache", &models::IterationTime::cacheS},
    Row{"attention_s", "Attention over prompts", &models::IterationTime::attentionS},
    Row{"vector_s", "Vectors", &models::IterationTime::vectorS},
    Row{"tensor_s", "Tensor parallel", &models::IterationTime::tensorS},
    Row{"expert_s", "Expert parallel", &models::IterationTime::expertS},
    Row{"pipeline_s", "Between stages", &models::IterationTime::pipelineS},
    Row{"launch_s", "Launches", &models::IterationTime::launchS},
    Row{"host_s", "Host", &models::IterationTime::hostS},
};

Json numberJson(double value) {
    return std::isfinite(value) ? Json(value) : Json(nullptr);
}

Json iterationJson(const models::IterationTime& t) {
    Json out;
    for (const Row& row : kRows) {
        out[row.key] = numberJson(t.*row.seconds);
    }
    out["total_s"] = numberJson(t.totalS);
    out["bound"] = models::inferenceBoundName(t.bound);
    return out;
}

Json percentilesJson(const engine::Percentiles& p) {
    return {{"mean", p.mean}, {"p50", p.p50}, {"p90", p.p90}, {"p99", p.p99}};
}

Json planJson(const engine::InferenceEstimate& e) {
    return {{"tensor_parallel", e.plan.tensorParallel},
            {"pipeline_parallel", e.plan.pipelineParallel},
            {"expert_parallel", e.plan.expertParallel},
            {"weight_bits", e.plan.weightBits},
            {"cache_bits", e.plan.cacheBits},
            {"replicas", e.replicas},
            {"accelerators", e.accelerators}};
}

Json intervalJson(double value, double factor) {
    return {{"low", numberJson(value / factor)}, {"high", numberJson(value * factor)}};
}

/// Tokens of a replica's requests that its cache holds, all of them as long as the mean one.
double heldTokens(const engine::InferenceEstimate& e) {
    return e.memory.cacheTokens / e.memory.unitsOf(e.requestTokens) * e.requestTokens;
}

Json estimateJson(const engine::InferenceEstimate& e) {
    Json out = {{"plan", planJson(e)},
                {"memory",
                 {{"weights_gb", e.memory.weightBytes / 1e9},
                  {"workspace_gb", e.memory.workspaceBytes / 1e9},
                  {"cache_gb", e.memory.cacheBytes / 1e9},
                  {"cache_bytes_per_token", e.memory.bytesOf(e.requestTokens) / e.requestTokens},
                  {"cache_tokens", heldTokens(e)},
                  {"request_tokens", e.requestTokens},
                  {"request_cache_gb", e.memory.bytesOf(e.requestTokens) / 1e9},
                  {"request_cache_all_gb", e.requestCacheBytes / 1e9},
                  {"largest_batch", e.largestBatch}}},
                {"prompt", iterationJson(e.prompt)},
                {"decode", iterationJson(e.decode)},
                {"steady",
                 {{"capacity_per_s", e.steady.capacityPerS * e.replicas},
                  {"utilization", numberJson(e.steady.utilization)},
                  {"batch", e.steady.batch},
                  {"ttft_mean_s", numberJson(e.steady.ttftMeanS)},
                  {"ttft_p99_s", numberJson(e.steady.ttftP99S)},
                  {"tpot_mean_s", numberJson(e.steady.tpotMeanS)},
                  {"tpot_p99_s", numberJson(e.steady.tpotP99S)},
                  {"saturated", e.steady.saturated}}},
                {"start_s", e.startS},
                {"power_w", e.powerW},
                {"certainty",
                 {{"capacity_per_s",
                   intervalJson(e.steady.capacityPerS * e.replicas, e.certainty.tokensFactor)},
                  {"tpot_mean_s", intervalJson(e.steady.tpotMeanS, e.certainty.latencyFactor)},
                  {"power_w", {{"low", numberJson(e.powerLowW)}, {"high", numberJson(e.powerHighW)}}}}},
                {"energy_per_token_j", e.energyPerTokenJ},
                {"usd_per_million_tokens", numberJson(e.usdPerMillionTokens)}};
    if (e.served) {
        const engine::ServingResult& s = *e.served;
        out["served"] = {{"window_from_s", s.windowFromS},
                         {"window_until_s", s.windowUntilS},
                         {"requests_in_window", s.counted},
                         {"arrivals_per_s", s.arrivalsPerS},
                         {"requests", s.requests},
                         {"completed", s.completed},
                         {"rejected", s.rejected},
                         {"preemptions", s.preemptions},
                         {"requests_per_s", s.requestsPerS},
                         {"output_tokens_per_s", s.outputTokensPerS},
                         {"goodput_per_s", s.goodputPerS},
                         {"slo_attainment", s.sloAttainment},
                         {"ttft_s", percentilesJson(s.ttft)},
                         {"tpot_s", percentilesJson(s.tpot)},
                         {"end_to_end_s", percentilesJson(s.endToEnd)},
                         {"mean_batch", s.meanBatch},
                         {"utilization", s.utilization},
                         {"activity", s.activity},
                         {"cache_use", s.cacheUse},
                         {"simulated_s", s.endS}};
    }
    return out;
}

void printIterations(const engine::InferenceEstimate& e) {
    Cells cells{{"Part of an iteration", "mean prompt", "share_pct",
                 "decoding " + numberText(std::max(1.0, std::round(e.steady.batch)), 6),
                 "share_pct"}};
    for (const Row& row : kRows) {
        const double prompt = e.prompt.*row.seconds;
        const double decode = e.decode.*row.seconds;
        if (prompt > 0.0 || decode > 0.0) {
            cells.push_back({row.label, secondsText(prompt),
                             numberText(100.0 * prompt / e.prompt.totalS, 3), secondsText(decode),
                             numberText(100.0 * decode / e.decode.totalS, 3)});
        }
    }
    cells.push_back(
        {"Sum", secondsText(e.prompt.totalS), "100", secondsText(e.decode.totalS), "100"});
    std::printf("%s\n", alignedTable(cells).c_str());
    std::printf("Prompts are bound by %s, decoding by %s.\n",
                models::inferenceBoundText(e.prompt.bound),
                models::inferenceBoundText(e.decode.bound));
}

void printServed(const engine::InferenceEstimate& e, const models::InferenceServiceSpec& service) {
    const engine::ServingResult& s = *e.served;
    const auto row = [](const char* name, const engine::Percentiles& p) {
        return std::vector<std::string>{name, secondsText(p.mean), secondsText(p.p50),
                                        secondsText(p.p90), secondsText(p.p99)};
    };
    std::printf("\n%s",
                alignedTable({{"Iteration by iteration", "mean", "p50", "p90", "p99"},
                              row("Time to first token", s.ttft),
                              row("Time per output token", s.tpot),
                              row("Whole request", s.endToEnd),
                              {"Steady state, first token", secondsText(e.steady.ttftMeanS),
                               secondsText(e.steady.ttftP50S), "-", secondsText(e.steady.ttftP99S)},
                              {"Steady state, output token", secondsText(e.steady.tpotMeanS), "-",
                               "-", secondsText(e.steady.tpotP99S)}})
                    .c_str());
    std::printf(
        "\nSteady window of %s after %s of warm-up: %llu requests arrive (%s/s), %s requests/s served, %s output "
        "tokens/s, %s preempted, %s too long\n",
        secondsText(s.windowUntilS - s.windowFromS).c_str(), secondsText(s.windowFromS).c_str(),
        static_cast<unsigned long long>(s.counted), numberText(s.arrivalsPerS, 4).c_str(),
        numberText(s.requestsPerS, 4).c_str(), numberText(s.outputTokensPerS, 4).c_str(),
        std::to_string(s.preemptions).c_str(), std::to_string(s.rejected).c_str());
    std::printf("Limits %s and %s: %.1f %% of the requests meet both, goodput %s requests/s\n",
                secondsText(service.ttftLimitS).c_str(), secondsText(service.tpotLimitS).c_str(),
                100.0 * s.sloAttainment, numberText(s.goodputPerS, 4).c_str());
    std::printf("Busy %.0f %% of the time, %s decode together, cache %.0f %% used\n",
                100.0 * s.utilization, numberText(s.meanBatch, 3).c_str(), 100.0 * s.cacheUse);
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
        bytesText(e.memory.weightBytes).c_str(), bytesText(e.memory.workspaceBytes).c_str(),
        bytesText(e.memory.cacheBytes).c_str(),
        bytesText(opened.cluster.accelerator->memoryBytes).c_str(),
        memoryText(opened.cluster.accelerator->memoryBytes).c_str(),
        numberText(heldTokens(e), 6).c_str(), numberText(e.requestTokens, 6).c_str(),
        bytesText(e.memory.bytesOf(e.requestTokens)).c_str(),
        bytesText(e.requestCacheBytes).c_str());
    std::printf("Capacity: %s requests/s of %s that arrive; at most %d decode together\n\n",
                numberText(e.steady.capacityPerS * e.replicas, 4).c_str(),
                numberText(question.ratePerS, 4).c_str(), e.largestBatch);
    printIterations(e);
    if (e.served) {
        printServed(e, question.service);
    }
    std::printf("Power: %s, %s J an output token; a replica starts in %s\n",
                powerText(e.powerW).c_str(), numberText(e.energyPerTokenJ, 3).c_str(),
                secondsText(e.startS).c_str());
    std::printf("90 %% of measurements lie within: capacity %s to %s requests/s, time per output token "
                "%s to %s, power %s to %s\n",
                numberText(e.steady.capacityPerS * e.replicas / e.certainty.tokensFactor, 3).c_str(),
                numberText(e.steady.capacityPerS * e.replicas * e.certainty.tokensFactor, 3).c_str(),
                secondsText(e.steady.tpotMeanS / e.certainty.latencyFactor).c_str(),
                secondsText(e.steady.tpotMeanS * e.certainty.latencyFactor).c_str(),
                powerText(e.powerLowW).c_str(), powerText(e.powerHighW).c_str());
    if (!std::isnan(e.usdPerMillionTokens)) {
        std::printf("Cost: USD %s for a million output tokens\n",
                    numberText(e.usdPerMillionTokens, 4).c_str());
    }
    for (const std::string& note : opened.cluster.notes) {
        std::printf("Note: %s\n", note.c_str());
    }
}

Json searchJson(const engine::FleetSearch& search) {
    Json all = estimateJson(search.best.front());
    Json fleets = Json::array();
    for (const engine::InferenceEstimate& e : search.best) {
        Json row = planJson(e);
        row["slo_attainment"] = e.served->sloAttainment;
        row["ttft_p99_s"] = e.served->ttft.p99;
        row["tpot_p99_s"] = e.served->tpot.p99;
        row["power_w"] = e.powerW;
        fleets.push_back(row);
    }
    all["search"] = {{"plans", search.plans},
                     {"too_slow", search.tooSlow},
                     {"out_of_memory", search.outOfMemory},
                     {"best", fleets}};
    return all;
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
        const auto read = readTraceMap(options.traceMap, models::RequestTraceSpec::type(), &columns).and_then([&] {
            return engine::readRequestTrace(options.trace, columns);
        });
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
        options.cacheBits > 0.0 ? options.cacheBits : std::max(8.0, options.weightBits)};
    question.plan.fourBit = fourBitOf(options.fourBit);
    if (options.memorySharePct) {
        question.plan.memoryShare = *options.memorySharePct / 100.0;
    }
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

std::string jsonOf(const InferenceAsked& asked) {
    Json json = asked.search ? searchJson(*asked.search) : estimateJson(*asked.estimate);
    if (asked.closed) {
        json["closed"] = clientsJson(*asked.closed, asked.estimate->certainty);
    }
    return engine::jsonText(json, 2);
}

/// Estimate and log of a benchmark; exit code 1 where a figure is outside of its interval.
int compareWithLog(const EstimateInferenceOptions& options) {
    const auto log = engine::readRunLog(options.log);
    if (!log) {
        return fail(log.error());
    }
    if (log->kind != engine::RunLog::Kind::Serving) {
        return fail(engine::Error{"LOG-003", "the file is the " + log->form + ", not a benchmark of serving",
                                  "Use the output of vLLM's serving benchmark.", options.log, {}, 0});
    }
    const EstimateInferenceOptions stated = asTheLog(options, *log);
    const auto asked = ask(stated);
    if (!asked) {
        return fail(asked.error());
    }
    const InferenceAsked& answer = **asked;
    const auto figures = servingFigures(*log, *answer.estimate, answer.closed);
    if (options.common.format == "json") {
        Json json = estimateJson(*answer.estimate);
        json["measured"] = servingFiguresJson(figures);
        std::printf("%s\n", engine::jsonText(json, 2).c_str());
    } else {
        printEstimate(answer.about, *answer.estimate, answer.question, stated);
        if (answer.closed) {
            printClients(*answer.closed, answer.estimate->certainty);
        }
        printServingFigures(figures);
    }
    const bool outside = std::any_of(figures.begin(), figures.end(), [](const ServingFigure& f) { return !f.inside(); });
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
        std::printf("%s\n", jsonOf(answer).c_str());
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

engine::ResultAll<std::string> inferenceAnswer(const std::vector<std::string>& arguments) {
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
