// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/estimate/cluster.h"
#include "engine/estimate/training.h"
#include "engine/serve/serving.h"
#include "models/workload/inference_queue.h"
#include "models/workload/serving_certainty.h"

#include <optional>
#include <vector>

namespace headroom::engine {

/// A service on one cluster; no pointer may be null.
struct InferenceQuestion {
    const EstimateCluster* cluster = nullptr;
    const models::LanguageModelSpec* model = nullptr;
    const models::ServingStackSpec* stack = nullptr;
    models::InferencePlan plan;
    models::InferenceServiceSpec service;   ///< replicas, routing, limits, prefill
    models::RequestProfileSpec requests;    ///< of a trace: its own moments as quantiles
    double ratePerS = 1.0;                  ///< of the whole service
    const RequestStream* stream = nullptr;  ///< of a trace; null means generated from the profile
    double simulateS = 600.0;               ///< window of generated requests that counts
    double storageBytesPerS = 2e9;          ///< at which one replica loads its weights
    std::uint64_t seed = 1;
    double clock = 1.0;        ///< of its accelerators; estimateInference() settles it
    bool crowdedHost = false;  ///< neighbours take the processors of the hosts
    EstimateTerms terms;
};

struct InferenceEstimate {
    models::InferencePlan plan;
    int replicas = 1;
    int accelerators = 0;  ///< of all replicas
    models::ServingMemory memory;
    double promptTokens = 0.0,
           foundTokens = 0.0;            ///< mean of a prompt, and of it in the prefix cache.
    double requestTokens = 0.0;          ///< prompt and whole answer of a mean request.
    double requestCacheBytes = 0.0;      ///< that it holds in the cache of all ranks, each key once
    int largestBatch = 0;                ///< mean requests that cache and stack let decode together
    models::IterationTime prompt;        ///< one mean prompt alone
    models::IterationTime decode;        ///< at the batch of the steady state
    models::SteadyService steady;        ///< of one replica
    double startS = 0.0;                 ///< of a replica: software and weights
    models::ServingCertainty certainty;  ///< of times, tokens and the accelerators' power
    double warmupS = 0.0;                ///< before the window, and again after it
    std::optional<ServingResult> served;  ///< iteration by iteration, in the window
    double powerW = 0.0;                  ///< of all accelerators with their share of racks
    double powerLowW = 0.0,
           powerHighW = 0.0;       ///< 90 % interval of it, between idle and full activity
    double energyPerTokenJ = 0.0;  ///< of an answer, PUE counted
    double usdPerMillionTokens =
        models::kNotStated;  ///< of answers: rent and energy that are stated
};

/// A service whose clients each ask again at once when answered: models::closedService() of each replica.
struct ClosedEstimate {
    double clients = 0.0;  ///< of all replicas
    double running = 0.0;  ///< of these: as many as the cache holds
    double requestsPerS = 0.0;
    double outputTokensPerS = 0.0;
    double tpotMedianS = 0.0;
    double ttftS = 0.0;
    double powerW = 0.0;  ///< of all accelerators with their share of racks
};

ClosedEstimate estimateClients(const InferenceQuestion& question, double clients);

models::InferenceInput replicaInput(const InferenceQuestion& question);

/// EST-015 more accelerators than there are; EST-020 the weights do not fit (with what is missing
/// and what would help); EST-021 heads or experts cannot be shared so; EST-024 the cache does not
/// hold a mean prompt; EST-025 nothing is known of crowded hosts with this software.
/// Errors of checkDrafts() too.
Result<void> checkReplica(const InferenceQuestion& question);

/// EST-030 if a draft model is named and no tokens are drafted.
Result<void> checkDrafts(const models::Speculation& speculation);

/// Steady state, and iteration by iteration where `exact`: power, tokens and money of a window of simulateS between a
/// warm-up and a cool-down under the same arrivals, so that they do not depend on its length. The warm-up is the time
/// that an answer of the 99th percentile of lengths takes; of a trace at most a quarter of it.
InferenceEstimate estimateInference(const InferenceQuestion& question, bool exact);

struct FleetSearch {
    std::vector<InferenceEstimate> best;  ///< fewest accelerators first, exact; empty if none
    int plans = 0;                        ///< tried
    int outOfMemory = 0;
    int tooSlow = 0;  ///< that meet the limits with no number of replicas
};

/// The smallest fleets of which `attainment` of the requests meet both limits: every plan of
/// tensor, stages and experts by steady state, the most promising ones then iteration by iteration,
/// with more replicas until they do.
FleetSearch searchFleet(const InferenceQuestion& question, double attainment);

/// A profile with the quantiles of a stream, for the steady state of a trace.
models::RequestProfileSpec profileOf(const RequestStream& stream);

}  // namespace headroom::engine
