// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/workload/inference_step.h"

/// A replica that always has the same number of requests: a benchmark's clients, each of which asks
/// again at once when it is answered. inference_queue.h has arrivals instead.
///
/// N requests of P prompt and O answer tokens stay for O / E + 1 iterations each, so that
///   l = N / (O / E + 1)
/// prompts join in an iteration. E is the number of tokens of an iteration (1 without drafts, speculation.h). Prompts join
/// as by Poisson: none with probability p0 = exp(-l), else k = l / (1 - p0) on average,
/// at most what the chunks of all copies of the attention hold. Lengths are spread as by an exponential
/// law (most are short, some long): with probability q = exp(-x / m) the m = k P tokens of an iteration's
/// prompts are more than the x that captured graphs still have room for.
///
///   T = p0 T(0) + (1 - p0) ((1 - q) T(m - x q / (1 - q)) + q T(x + m))
///   R = N O / ((O / E + 1) T)
///
/// T has the prompts' tokens in brackets. R is the rate of tokens.
/// A run of M requests, all of them asked at once, ends: w = M / N - 1 rounds pass while others wait, in
/// which a request is met with O (1 - (1 - exp(-w)) / w) tokens of its answer (O where there is no end).
/// All of them together hold no more than the cache does (servingMemory()); where it does not hold half of
/// the prompts of N (turns before may share the rest), as many run as it holds with half of their answers.
/// Median time between two tokens of a request, over the whole run: N / M of its tokens come after the
/// last has joined, evenly by how many are left; of the others p0 in T(0), and what prompts add to it is
/// as a gamma law of shape k (quantile after Wilson and Hilferty, PNAS 17, 1931).
/// First token: a client asks as an iteration ends, so that its prompt is in the next ones: ceil(P / chunk) iterations that
/// carry prompts, and before them, where the cache holds fewer than N, the time in which as many are answered.
/// Valid in steady state; rates are of the time in which others wait. Assumption: exponential lengths.
/// Errors over 226 published steady states: models/workload/inference.md.
/// Source: Little's law; Agrawal et al., "Sarathi-Serve", OSDI 2024, for iterations that carry both; what a
/// run is: mlenergy/benchmark/llm/benchmark.py (RequestTracker) and mlenergy_data/records/runs.py of
/// github.com/ml-energy (2026-02).
namespace headroom::models {

struct ClosedLoad {
    double requests = 1.0;      ///< N, of all copies of the attention together
    double promptTokens = 1.0;  ///< P, computed
    double outputTokens = 1.0;  ///< O
    double allRequests = 0.0;   ///< M, of the whole run; 0 means without end
    double foundTokens =
        0.0;  ///< of a prompt before P: the prefix cache holds them (prefix_reuse.h)
    double sharedTokens = 0.0;  ///< of these, held once for all requests
};

struct ClosedService {
    double tokensPerS = 0.0;
    double medianS = 0.0;      ///< between two tokens of a request
    double meanS = 0.0;        ///< of an iteration
    double firstTokenS = 0.0;  ///< from asking to the first token
    double activity = 0.0;     ///< over time
    double requests = 0.0;     ///< that run at a time: fewer than N where the cache holds fewer
    IterationTime decode;      ///< an iteration without prompts
};

ClosedService closedService(const InferenceStep& step, const ClosedLoad& load);

}  // namespace headroom::models
