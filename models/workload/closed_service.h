// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/workload/inference_step.h"

/// A replica that always has the same number of requests: a benchmark's clients, each of which asks
/// again as soon as it is answered. inference_queue.h has arrivals instead.
///
/// N requests of P prompt and O answer tokens stay for O + 1 iterations each, so that prompts join at
///   l = N / (O + 1)   an iteration,
/// as many as Poisson has it: none with probability p0 = exp(-l), else k = l / (1 - p0) on average,
/// at most what the chunks of all copies of the attention hold. Then
///   T = p0 T(N, 0) + (1 - p0) T(N - k, k),   tokens/s = N O / ((O + 1) T)
/// and the median time between two tokens of a request is that of the commoner sort.
/// Valid in steady state, with memory for all N requests (servingMemory()). Median: rough where both
/// sorts are about as common. Errors over 226 published steady states: models/workload/inference.md.
/// Source: Little's law; Agrawal et al., "Sarathi-Serve", OSDI 2024, for iterations that carry both.
namespace headroom::models {

struct ClosedLoad {
    double requests = 1.0;      ///< N, of all copies of the attention together
    double promptTokens = 1.0;  ///< P
    double outputTokens = 1.0;  ///< O
};

struct ClosedService {
    double tokensPerS = 0.0;
    double medianS = 0.0;   ///< between two tokens of a request
    double meanS = 0.0;     ///< of an iteration
    double activity = 0.0;  ///< over time
    IterationTime decode;   ///< an iteration without prompts
};

ClosedService closedService(const InferenceStep& step, const ClosedLoad& load);

}  // namespace headroom::models
