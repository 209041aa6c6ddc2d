// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/workload/inference_step.h"
#include "models/workload/request_profile.h"

/// A service in steady state, cheap enough for every coupling step of a facility: the batch at
/// which a replica's iterations keep up with its arrivals, and the wait before it.
///
/// A replica gets `l` requests a second of mean prompt P and output O. Little's law: B = l O T(B)
/// requests decode together, T(B) the time of an iteration that also carries l P T tokens of
/// prompts. T grows with B: the smallest solution is found by iteration from B = 0. Where there is
/// none within the cache or the largest batch, the replica is saturated: it serves what it can.
///   TPOT = T(B); TTFT = wait + half an iteration + prefill in chunks
/// Waiting: M/G/1 over the prefill work (Pollaczek-Khinchine), with the iterations it shares.
namespace headroom::models {

struct ServiceLoad {
    double requestsPerS = 0.0;  ///< of one replica
    LengthMoments prompt, output;
    double burstiness = 1.0;
};

struct SteadyService {
    double served = 0.0;       ///< requests/s of the replica, at most what arrives
    bool saturated = false;
    double batch = 0.0;        ///< decoding together
    double iterationS = 0.0;
    double utilization = 0.0;  ///< of what it could serve
    double ttftMeanS = 0.0, ttftP99S = 0.0;
    double tpotMeanS = 0.0, tpotP99S = 0.0;
    double activity = 0.0;     ///< over time, idle gaps counted
    double capacityPerS = 0.0; ///< most requests/s that it can serve
    IterationTime iteration;
};

SteadyService steadyService(const InferenceStep& step, const ServingMemory& memory,
                            const ServiceLoad& load);

}  // namespace headroom::models
