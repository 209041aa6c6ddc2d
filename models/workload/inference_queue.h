// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/compute/chip_phases.h"
#include "models/workload/inference_step.h"
#include "models/workload/request_profile.h"

/// A service in steady state: cheap enough for every coupling step of a facility.
///
/// A replica gets l requests a second (Poisson), of P prompt and O answer tokens. While n requests
/// decode together its iterations take T0(n), and those that carry prompts longer. A prompt comes
/// whole, so that an iteration of mean time T(n) carries none with probability exp(-l T), and with
/// k of them takes
///   T(n, k) = E[time(n, P)] + (k - 1) P s(n)        k = 1, 2 ...
/// s(n) the time of one more token where the matrices are bound by arithmetic; T(n) is the fixed
/// point of its own mean. A request stays for (O - 1) T(n) and for what follows the long iteration
/// of its own prompt: the prompts that came meanwhile. Each of the n gets 1/T(n) tokens a second: a
/// processor-sharing queue whose rate depends on its state. Such a queue is insensitive to the
/// distribution of the lengths, and
///   p(n) ~ prod_{k=1..n} l stay(k) / k   up to the N that batch and cache allow,
/// a geometric tail of those that wait beyond (Kelly, Reversibility and Stochastic Networks, 1979;
/// Cohen, Acta Informatica 12, 1979). Then
///   stay = E[min(n, N)] / l                                  (Little)
///   TPOT = stay / (O - 1)
///   TTFT = wait for a place + rest of the iteration under way, E[T^2]/(2 E[T]) + own prompt in
///          chunks, in a pipeline with laterS of the largest one + the prompts that share its
///          iteration, l E[T^2]/E[T] P s
/// and where prompts nearly fill the chunks of all iterations, the wait of M/D/1 for a chunk. Gaps
/// of variation c: both waits times (1 + c^2)/2 (Allen-Cunneen). Percentiles by exponential tails.
/// Drafts (speculation.h): a request stays for (O - 1) / E iterations, E tokens each, and takes k + 1 tokens of an
/// iteration. Prefix cache (prefix_reuse.h): P is the part of a prompt that is computed, behind the tokens found.
/// Valid for one replica whose share of arrivals is Poisson, with no preemption; percentiles are
/// coarse. How far it is from iteration by iteration: models/workload/inference.md.
namespace headroom::models {

struct ServiceLoad {
    double requestsPerS = 0.0;      ///< of one replica
    LengthMoments prompt, output;   ///< tokens of a prompt that are computed, and of an answer
    double burstiness = 1.0;        ///< standard deviation over mean of the gaps
    bool promptsElsewhere = false;  ///< computed on other replicas: only their cache comes
    double foundTokens = 0.0;       ///< mean of a prompt's tokens that the prefix cache holds
    double sharedTokens = 0.0;      ///< of these, held once for all requests
};

/// Replicas that compute prompts and replicas that generate, which get the caches over the network.
struct ServicePools {
    int prompts = 1;
    int answers = 1;
    double transferBytesPerS = 0.0;  ///< of the cache of one accelerator
};

struct SteadyService {
    double servedPerS = 0.0;    ///< requests/s of the replica, at most what arrives
    bool saturated = false;     ///< more arrives than it can serve: waits grow without end
    double capacityPerS = 0.0;  ///< most requests/s that it can serve; 0 if nothing fits
    double utilization = 0.0;   ///< arrivals over capacity
    double batch = 0.0;         ///< decoding together, over time
    double ttftMeanS = 0.0, ttftP50S = 0.0, ttftP99S = 0.0;  ///< infinite where saturated
    double tpotMeanS = 0.0, tpotP99S = 0.0;
    double activity = 0.0;  ///< over time, idle gaps with it
    double busy = 0.0;      ///< share of time with an iteration under way
    /// Iterations that carry prompts, those that only decode, and the gaps between them; of two pools,
    /// those of each.
    ChipPhases phases;
    IterationTime iteration;  ///< at the mean batch, with the prompts of its mean time
};

SteadyService steadyService(const InferenceStep& step, const ServingMemory& memory,
                            const ServiceLoad& load);

/// Two pools: prompts are answers of one token on theirs, and generate on the other. Capacity, rates
/// and shares are those of one generating replica; the lesser capacity holds. First tokens come from
/// the prompts' pool, and the sent cache delays the second: TPOT with bytes / rate / (O - 1) more.
/// `all.requestsPerS` is that of the whole service.
SteadyService steadyPools(const InferenceStep& step, const ServingMemory& memory,
                          const ServiceLoad& all, const ServicePools& pools);

/// Share of requests that meet both limits, from the same distributions (exponential tail of the
/// first token beyond its median, place of the token limit in the distribution of n).
double steadyAttainment(const SteadyService& state, double ttftLimitS, double tpotLimitS);

}  // namespace headroom::models
