// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/serve/request_stream.h"
#include "models/compute/chip_phases.h"
#include "models/workload/inference_service.h"
#include "models/workload/inference_step.h"

#include <cstdint>
#include <limits>
#include <vector>

/// One service, iteration by iteration, apart from the facility: requests arrive, are routed to a
/// replica, wait for room in its cache, are computed in chunks and decoded together.
namespace headroom::engine {

struct ServingOptions {
    models::InferenceInput replica;        ///< every replica alike
    models::InferenceServiceSpec service;  ///< replicas, routing, scaling, SLO, prefix cache
    double transferBytesPerS = 0.0;        ///< cache from prefill to decode, one replica
    double loadS = 60.0;                   ///< a replica's weights from the storage
    double swapBytesPerS = 0.0;            ///< to host memory; 0 means recompute instead
    std::uint64_t seed = 1;
    /// The window that counts: requests that arrive in it, rates and means over its time. Before it the replicas
    /// fill; after it they empty. Infinite: to the last answer.
    double warmupS = 0.0, untilS = std::numeric_limits<double>::infinity();
};

struct Percentiles {
    double mean = 0.0, p50 = 0.0, p90 = 0.0, p99 = 0.0;
};

struct RequestOutcome {
    double firstTokenS = 0.0;  ///< clock time
    double endS = 0.0;
    int preemptions = 0;
    bool rejected = false;  ///< longer than the cache of a replica
};

struct ReplicaChange {
    double timeS = 0.0;
    int replicas = 0;  ///< in service, or starting, after it
};

struct ServingResult {
    Percentiles ttft, tpot, endToEnd;
    double arrivalsPerS = 0.0;      ///< in the window
    double requestsPerS = 0.0;      ///< answered in the window
    double outputTokensPerS = 0.0;  ///< given in the window
    double totalTokensPerS = 0.0;   ///< prompts too
    double goodputPerS = 0.0;       ///< requests that met both limits
    double sloAttainment = 0.0;     ///< share of requests that did
    double meanBatch = 0.0;         ///< decoding together, over busy time
    double utilization = 0.0;       ///< busy share of replica time
    double activity = 0.0;          ///< switching, over replica time
    models::ChipPhases phases;      ///< iterations, the like merged, and the gaps between them
    double cacheUse = 0.0;          ///< of the cache tokens, over replica time
    double meanReplicas = 0.0;
    double meanInSystem = 0.0;        ///< requests, counted over time
    double acceleratorSeconds = 0.0;  ///< in the window
    double energyJ =
        0.0;  ///< of the accelerators alone, at the reference temperature, in the window
    std::uint64_t counted = 0;  ///< requests that arrived in the window
    // Of the whole run:
    std::uint64_t requests = 0, completed = 0, rejected = 0, preemptions = 0;
    std::uint64_t iterations = 0;
    std::uint64_t promptTokens = 0, foundTokens = 0, outputTokens = 0, recomputedTokens = 0;
    double windowFromS = 0.0, windowUntilS = 0.0;  ///< that counted
    double endS = 0.0;
    std::vector<RequestOutcome> outcomes;
    std::vector<ReplicaChange> scaling;
};

/// Runs until the last request has its answer. Deterministic: same arguments, same bytes.
/// Scaling follows the rule of Kubernetes' horizontal autoscaler: every 15 s, wish = ceil(n metric
/// / target), nothing within 10 % of the target, downwards the largest wish of the window
/// (kubernetes.io, Horizontal Pod Autoscaling). A replica that leaves takes no new requests and
/// goes when it has answered those that it has.
/// Not modelled: network between user and engine; eviction of idle conversations (their hit rate is an input).
ServingResult serve(const RequestStream& requests, const ServingOptions& options);

}  // namespace headroom::engine
