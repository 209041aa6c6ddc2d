// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/attribute.h"

#include <string>

namespace headroom::models {

/// Where prompts are computed: in the iterations of decoding, in chunks, or on replicas of their
/// own, which send the cache to those that decode (Zhong et al., OSDI 2024; Patel et al., ISCA
/// 2024).
enum class PrefillMode { Chunked, Disaggregated };

/// Which replica a request goes to.
enum class RequestRouting { RoundRobin, LeastLoaded, PowerOfTwo };

/// Signal by which a service grows and shrinks.
enum class ScalingPolicy { None, Utilization, Queue };

/// Treatment of the youngest request when the cache is full: computed again, swapped to the memory of the host, or admitted
/// only with room for its whole answer.
enum class CachePreemption { Recompute, Swap, Reserve };

/// A language model that is served: replicas, each on a gang of accelerators.
struct InferenceServiceSpec {
    std::string name;
    std::string model;
    std::string accelerator;
    std::string stack;
    std::string requests;  ///< request_profile
    std::string trace;     ///< file of requests instead, relative to the project
    std::string
        traceMap;  ///< columns of the trace: KEY=VALUE, by commas (engine/serve/request_trace.h)
    double rateScale = 1.0;  ///< of the profile's or trace's arrivals
    int tensorParallel = 1;
    int pipelineParallel = 1;
    int expertParallel = 1;
    double weightBits = 16.0;
    double sharedPrefixTokens = 0.0;  ///< first tokens of all prompts: the system prompt
    double prefixHit = 0.0;           ///< of the other prompt tokens: found in the cache, 0..1
    int draftTokens = 0;              ///< that speculative decoding drafts in an iteration
    double draftAcceptance = 0.8;     ///< of a drafted token, if those before were accepted
    std::string draftModel;           ///< empty means a head of the model itself
    double cacheBits = kNotStated;    ///< not stated: as the software takes it, cacheBitsOf()
    double memoryShare =
        kNotStated;  ///< of the accelerators' memory for the engine; not stated: the stack's
    PrefillMode prefill = PrefillMode::Chunked;
    int prefillReplicas = 1;  ///< disaggregated only
    RequestRouting routing = RequestRouting::LeastLoaded;
    CachePreemption preemption = CachePreemption::Recompute;
    int replicas = 1;  ///< at the start
    int minimumReplicas = 1;
    int maximumReplicas = 1;
    ScalingPolicy scaling = ScalingPolicy::None;
    double scalingTarget = 0.7;  ///< of utilisation, or requests waiting for a replica
    double cooldownS = 300.0;    ///< between two changes downwards
    double ttftLimitS = 2.0;     ///< SLO: time to first token
    double tpotLimitS = 0.1;     ///< SLO: time per output token
    double startS = 0.0;
    double endS = kNotStated;
    std::string tenant;
    int priority = 0;

    static const ComponentType& type();
};

}  // namespace headroom::models
