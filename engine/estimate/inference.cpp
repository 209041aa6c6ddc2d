// SPDX-License-Identifier: Apache-2.0
#include "engine/estimate/inference.h"

#include "engine/base/scale.h"
#include "models/core/stated.h"
#include "models/workload/closed_service.h"
#include "models/workload/prefix_reuse.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdio>

namespace headroom::engine {

namespace {

constexpr int kMostServingTensor = 64;
constexpr int kMostServingStages = 16;
constexpr std::size_t kVerified = 3;  ///< fleets that are looked at iteration by iteration
constexpr int kMostSteps = 12;        ///< attempts with more replicas, each

Error inferenceError(const char* code, std::string message, std::string remedy) {
    Error error;
    error.code = code;
    error.message = std::move(message);
    error.remedy = std::move(remedy);
    return error;
}

std::string gigabytes(double bytes) {
    char text[64];
    std::snprintf(text, sizeof text, "%.1f GB", bytes / 1e9);
    return text;
}

/// Remedy that makes room for the weights: never one that the plan has already, or that the cluster does not have.
std::string weightsRemedy(const InferenceQuestion& question) {
    const models::InferencePlan& plan = question.plan;
    const double share = models::statedOr(plan.memoryShare, question.stack->memoryShare);
    std::string helps;
    const auto offer = [&helps](bool open, const char* words) {
        if (open) {
            helps += (helps.empty() ? "" : ", ") + std::string(words);
        }
    };
    offer(2 * plan.accelerators() <= question.cluster->accelerators, "raise --tp or --pp");
    offer(plan.weightBits > 4.0, "lower --weight-bits");
    offer(share < 0.95, "raise --memory-share");
    helps += std::string(helps.empty() ? "take" : ", or take") +
             " more accelerators, or such with more memory.";
    helps[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(helps[0])));
    return helps;
}

models::ServiceLoad loadOf(const InferenceQuestion& question, int replicas) {
    const models::PrefixReuse reuse = models::prefixOf(question.service);
    const models::ComputedPrompt prompt =
        models::computedPrompt(question.requests.promptTokens, reuse);
    models::ServiceLoad load{question.ratePerS / replicas, prompt.computed,
                             models::lengthMoments(question.requests.outputTokens),
                             question.requests.burstiness};
    load.foundTokens = prompt.foundTokens;
    load.sharedTokens = std::min(reuse.sharedTokens, prompt.foundTokens);
    return load;
}

double transferBytesPerS(const InferenceQuestion& question) {
    const models::RankNetwork network = question.cluster->network();
    return network.scaleOutBytesPerS > 0.0 ? network.scaleOutBytesPerS : network.scaleUpBytesPerS;
}

/// Rate of one replica, or of one that generates where others compute the prompts.
models::SteadyService steadyOf(const InferenceQuestion& question, const models::InferenceStep& step,
                               const models::ServingMemory& memory, int replicas) {
    if (question.service.prefill == models::PrefillMode::Disaggregated) {
        return models::steadyPools(
            step, memory, loadOf(question, 1),
            {question.service.prefillReplicas, replicas, transferBytesPerS(question)});
    }
    return models::steadyService(step, memory, loadOf(question, replicas));
}

double loadSeconds(const InferenceQuestion& question, const models::ServingMemory& memory) {
    return memory.weightBytes * question.plan.accelerators() / question.storageBytesPerS;
}

int fleetAccelerators(const InferenceQuestion& question, int replicas) {
    const bool split = question.service.prefill == models::PrefillMode::Disaggregated;
    return (replicas + (split ? question.service.prefillReplicas : 0)) *
           question.plan.accelerators();
}

/// The replicas are as full as they get once the longest answers that began first have ended.
double warmupOf(const InferenceQuestion& question, const models::SteadyService& steady) {
    constexpr double kLongAnswer = 99.0;  // percentile
    const double waitS = std::isfinite(steady.ttftP99S) ? steady.ttftP99S : 0.0;
    const double eachS = std::isfinite(steady.tpotMeanS) ? steady.tpotMeanS : 0.0;
    const double longS = waitS + question.requests.outputTokens.at(kLongAnswer) * eachS;
    if (question.stream == nullptr || question.stream->empty()) {
        return longS;
    }
    return std::min(longS, 0.25 * question.stream->back().arrivalS);
}

ServingResult serveExactly(const InferenceQuestion& question, int replicas, double loadS,
                           double warmupS) {
    ServingOptions options;
    options.replica = replicaInput(question);
    options.service = question.service;
    options.service.replicas = replicas;
    options.transferBytesPerS = transferBytesPerS(question);
    options.loadS = loadS;
    options.seed = question.seed;
    options.warmupS = warmupS;
    if (question.stream != nullptr) {
        options.untilS = question.stream->empty() ? 0.0 : question.stream->back().arrivalS;
        return serve(*question.stream, options);
    }
    options.untilS = warmupS + question.simulateS;
    return serve(
        generateRequests(question.requests, question.ratePerS, 3600.0 * question.requests.peakHour,
                         question.simulateS + 2.0 * warmupS, question.seed),
        options);
}

void addMoney(const InferenceQuestion& question, InferenceEstimate& estimate) {
    const bool exact = estimate.served.has_value();
    const models::ChipPhases& work = exact ? estimate.served->phases : estimate.steady.phases;
    const double windowS =
        exact ? estimate.served->windowUntilS - estimate.served->windowFromS : 0.0;
    const double accelerators =
        windowS > 0.0 ? estimate.served->acceleratorSeconds / windowS : estimate.accelerators;
    const double tokensPerS = exact
                                  ? estimate.served->outputTokensPerS
                                  : estimate.steady.servedPerS * estimate.replicas *
                                        models::lengthMoments(question.requests.outputTokens).mean;
    estimate.powerW = question.cluster->powerW(work) * accelerators;
    const double factor = estimate.certainty.powerFactor;
    estimate.powerLowW =
        std::max(estimate.powerW / factor, question.cluster->powerW(0.0) * accelerators);
    estimate.powerHighW =
        std::min(estimate.powerW * factor, question.cluster->powerW(1.0) * accelerators);
    if (tokensPerS <= 0.0) {
        return;
    }
    estimate.energyPerTokenJ = estimate.powerW * question.terms.pue / tokensPerS;
    const double rent = accelerators / 3600.0 * question.terms.usdPerAcceleratorHour / tokensPerS;
    const double energy = estimate.energyPerTokenJ / kJoulesPerKwh * question.terms.usdPerKwh;
    const double sum = (std::isnan(rent) ? 0.0 : rent) + (std::isnan(energy) ? 0.0 : energy);
    if (!std::isnan(rent) || !std::isnan(energy)) {
        estimate.usdPerMillionTokens = 1e6 * sum;
    }
}

/// Fewest replicas that meet the limits in steady state; 0 means no number does.
int replicasBySteady(const InferenceQuestion& question, double attainment) {
    const models::InferenceStep step(replicaInput(question));
    const models::ServingMemory memory = models::servingMemory(step.input());
    const int most = question.cluster->accelerators / question.plan.accelerators();
    const auto meets = [&](int replicas) {
        const models::SteadyService s = steadyOf(question, step, memory, replicas);
        return models::steadyAttainment(s, question.service.ttftLimitS,
                                        question.service.tpotLimitS) >= attainment;
    };
    if (most < 1 || !meets(most)) {
        return 0;
    }
    int low = 0;
    int high = most;
    while (high - low > 1) {
        const int middle = low + (high - low) / 2;
        (meets(middle) ? high : low) = middle;
    }
    return high;
}

}  // namespace

models::InferenceInput replicaInput(const InferenceQuestion& question) {
    models::InferenceInput in;
    in.model = question.model;
    in.accelerator = question.cluster->accelerator;
    in.stack = question.stack;
    in.network = question.cluster->network();
    in.scaleUpDomain = std::max(1, question.cluster->accelerator->scaleUpDomain);
    in.plan = question.plan;
    in.clock = question.clock;
    in.crowdedHost = question.crowdedHost;
    return in;
}

Result<void> checkDrafts(const models::Speculation& speculation) {
    if (speculation.draft == nullptr || speculation.isOn()) {
        return {};
    }
    return tl::unexpected(
        inferenceError("EST-030", "a draft model is named, and no tokens are drafted",
                       "State the drafted tokens of an iteration (1 to 16), or no draft model."));
}

Result<void> checkReplica(const InferenceQuestion& question) {
    const models::InferencePlan& plan = question.plan;
    if (const auto drafts = checkDrafts(plan.speculation); !drafts) {
        return drafts;
    }
    const models::ModelShape shape = models::shapeOf(*question.model);
    const int needed = fleetAccelerators(question, question.service.replicas);
    if (needed > question.cluster->accelerators) {
        return tl::unexpected(inferenceError("EST-015",
                                             std::to_string(needed) +
                                                 " accelerators are asked for, and there are " +
                                                 std::to_string(question.cluster->accelerators),
                                             "Ask for fewer replicas, or narrower ones."));
    }
    if (question.crowdedHost && !(question.stack->crowdedIterationS > 0.0)) {
        return tl::unexpected(inferenceError(
            "EST-025", "how long iterations of this software take on a crowded host is not known",
            "Leave --crowded-host out, or take a --stack that states crowded_iteration_us "
            "(vllm)."));
    }
    const bool experts =
        plan.expertParallel == 1 ||
        (shape.experts > 0.0 && std::fmod(shape.experts, plan.expertParallel) == 0.0 &&
         (plan.expertParallel % plan.tensorParallel == 0 ||
          plan.tensorParallel % plan.expertParallel == 0));
    if (std::fmod(shape.heads, plan.tensorParallel) != 0.0 || !experts ||
        plan.pipelineParallel > static_cast<int>(shape.layers)) {
        return tl::unexpected(inferenceError(
            "EST-021", "the model cannot be divided so",
            "Take a --tp that divides the attention heads, an --ep that divides the experts and "
            "is a multiple or a part of --tp (1 for dense models), and no more stages than "
            "layers."));
    }
    const models::ServingMemory memory = models::servingMemory(replicaInput(question));
    if (!memory.fits()) {
        const double missing = memory.weightBytes + memory.workspaceBytes -
                               question.cluster->accelerator->memoryBytes *
                                   models::statedOr(plan.memoryShare, question.stack->memoryShare);
        return tl::unexpected(inferenceError(
            "EST-020",
            "the weights take " + gigabytes(memory.weightBytes) + " of each accelerator, and " +
                gigabytes(std::max(missing, 0.0)) + " are missing before the cache gets any",
            weightsRemedy(question)));
    }
    const models::ServiceLoad load = loadOf(question, question.service.replicas);
    const double prompt = load.prompt.mean + load.foundTokens;
    if (memory.unitsOf(prompt + 1.0) > memory.cacheTokens) {
        char text[120];
        std::snprintf(text, sizeof text,
                      "a mean prompt has %.0f tokens, and the cache of a replica holds %.0f",
                      prompt, memory.growth.tokens(memory.cacheTokens));
        return tl::unexpected(inferenceError(
            "EST-024", text,
            "Shorten the prompts, raise --tp or --pp, or lower --cache-bits or --weight-bits."));
    }
    return {};
}

InferenceEstimate estimateInference(const InferenceQuestion& asked, bool exact) {
    InferenceEstimate estimate;
    InferenceQuestion question = asked;
    question.clock = settledClock(*question.cluster, [&](double clock) {
        question.clock = clock;
        const models::InferenceStep step(replicaInput(question));
        return steadyOf(question, step, models::servingMemory(step.input()),
                        question.service.replicas)
            .phases;
    });
    const models::InferenceInput input = replicaInput(question);
    const models::InferenceStep step(input);
    estimate.plan = question.plan;
    estimate.replicas = question.service.replicas;
    estimate.accelerators = fleetAccelerators(question, estimate.replicas);
    estimate.memory = models::servingMemory(input);
    const models::ServiceLoad load = loadOf(question, estimate.replicas);
    estimate.promptTokens = load.prompt.mean + load.foundTokens;
    estimate.foundTokens = load.foundTokens;
    estimate.requestTokens = load.prompt.mean + load.foundTokens + load.output.mean;
    estimate.requestCacheBytes =
        models::requestCacheBytes(*question.model, question.plan.cacheBits, estimate.requestTokens);
    const double context =
        load.prompt.mean + load.foundTokens + load.output.meanSquare / (2.0 * load.output.mean);
    const double shared = question.plan.copies() * estimate.memory.growth.units(load.sharedTokens);
    estimate.largestBatch = static_cast<int>(
        std::min(static_cast<double>(question.stack->maximumBatch) * question.plan.copies(),
                 (estimate.memory.cacheTokens - shared) /
                     estimate.memory.unitsOf(context - load.sharedTokens)));
    models::IterationLoad prompt;
    prompt.promptTokens = load.prompt.mean;
    prompt.promptPairs =
        load.prompt.mean * load.foundTokens + 0.5 * load.prompt.mean * (load.prompt.mean + 1.0);
    prompt.promptEnds = 1.0;
    estimate.prompt = step.time(prompt);
    estimate.steady = steadyOf(question, step, estimate.memory, estimate.replicas);
    models::IterationLoad decode;
    decode.decodes = std::max(1.0, estimate.steady.batch);
    decode.contextTokens = decode.decodes * context;
    estimate.decode = step.time(decode);
    estimate.certainty =
        models::servingCertainty(input, decode.decodes, question.cluster->acceleratorId);
    const double loadS = loadSeconds(question, estimate.memory);
    estimate.startS = question.stack->startS + loadS;
    if (exact && estimate.memory.fits()) {
        estimate.warmupS = warmupOf(question, estimate.steady);
        estimate.served = serveExactly(question, estimate.replicas, loadS, estimate.warmupS);
    }
    addMoney(question, estimate);
    return estimate;
}

ClosedEstimate estimateClients(const InferenceQuestion& asked, double clients) {
    InferenceQuestion question = asked;
    const int replicas = std::max(question.service.replicas, 1);
    const models::ServiceLoad lengths = loadOf(question, replicas);
    models::ClosedLoad load{clients / replicas, lengths.prompt.mean, lengths.output.mean, 0.0};
    load.foundTokens = lengths.foundTokens;
    load.sharedTokens = lengths.sharedTokens;
    models::ClosedService service;
    question.clock = settledClock(*question.cluster, [&](double clock) {
        question.clock = clock;
        service = models::closedService(models::InferenceStep(replicaInput(question)), load);
        return service.activity;
    });
    ClosedEstimate estimate;
    estimate.clients = clients;
    estimate.running = service.requests * replicas;
    estimate.outputTokensPerS = service.tokensPerS * replicas;
    estimate.requestsPerS = estimate.outputTokensPerS / lengths.output.mean;
    estimate.tpotMedianS = service.medianS;
    estimate.ttftS = service.firstTokenS;
    estimate.powerW =
        question.cluster->powerW(service.activity) * fleetAccelerators(question, replicas);
    return estimate;
}

FleetSearch searchFleet(const InferenceQuestion& question, double attainment) {
    FleetSearch result;
    const models::ModelShape shape = models::shapeOf(*question.model);
    const int domain = std::max(1, question.cluster->accelerator->scaleUpDomain);

    struct Candidate {
        InferenceQuestion question;
        int accelerators = 0;
    };

    std::vector<Candidate> candidates;
    for (int t = 1; t <= std::min(domain, kMostServingTensor); t *= 2) {
        for (int p = 1; p <= kMostServingStages; p *= 2) {
            for (int e = 1; e <= (shape.experts > 0.0 ? 2 * domain : 1); e *= 2) {
                Candidate c{question, 0};
                c.question.plan.tensorParallel = t;
                c.question.plan.pipelineParallel = p;
                c.question.plan.expertParallel = e;
                c.question.service.replicas = 1;
                if (const auto checked = checkReplica(c.question); !checked) {
                    result.outOfMemory += checked.error().code == "EST-020" ? 1 : 0;
                    continue;
                }
                ++result.plans;
                const int replicas = replicasBySteady(c.question, attainment);
                if (replicas == 0) {
                    ++result.tooSlow;
                    continue;
                }
                c.question.service.replicas = replicas;
                c.accelerators = fleetAccelerators(c.question, replicas);
                candidates.push_back(c);
            }
        }
    }
    std::stable_sort(candidates.begin(), candidates.end(),
                     [](const auto& a, const auto& b) { return a.accelerators < b.accelerators; });
    candidates.resize(std::min(candidates.size(), kVerified));
    for (Candidate& c : candidates) {
        // Steady state errs to the quick side: add replicas until the iterations agree.
        for (int i = 0; i < kMostSteps; ++i) {
            InferenceEstimate estimate = estimateInference(c.question, true);
            if (estimate.served->sloAttainment >= attainment) {
                result.best.push_back(std::move(estimate));
                break;
            }
            int& replicas = c.question.service.replicas;
            replicas = std::max(replicas + 1, static_cast<int>(std::ceil(1.1 * replicas)));
            if (fleetAccelerators(c.question, replicas) > question.cluster->accelerators) {
                break;
            }
        }
    }
    std::stable_sort(result.best.begin(), result.best.end(),
                     [](const auto& a, const auto& b) { return a.accelerators < b.accelerators; });
    return result;
}

models::RequestProfileSpec profileOf(const RequestStream& stream) {
    models::RequestProfileSpec profile;
    const StreamStatistics statistics = statisticsOf(stream);
    profile.arrivalsPerS = statistics.ratePerS;
    profile.burstiness = std::clamp(statistics.gapVariation, 0.05, 50.0);
    profile.lengthCorrelation = std::clamp(statistics.lengthCorrelation, -0.99, 0.99);
    std::vector<double> prompts;
    std::vector<double> outputs;
    for (const Request& request : stream) {
        prompts.push_back(request.promptTokens);
        outputs.push_back(request.outputTokens);
    }
    const auto quantiles = [](std::vector<double>& values) {
        std::sort(values.begin(), values.end());
        std::vector<double> x;
        std::vector<double> y;
        for (const double q : {0.0, 1.0, 5.0, 10.0, 20.0, 30.0, 40.0, 50.0, 60.0, 70.0, 80.0, 90.0,
                               95.0, 99.0, 100.0}) {
            const double rank = q / 100.0 * static_cast<double>(values.size() - 1);
            x.push_back(q);
            y.push_back(values[static_cast<std::size_t>(std::llround(rank))]);
        }
        return models::Curve(std::move(x), std::move(y));
    };
    if (!stream.empty()) {
        profile.promptTokens = quantiles(prompts);
        profile.outputTokens = quantiles(outputs);
    }
    return profile;
}

}  // namespace headroom::engine
