// SPDX-License-Identifier: Apache-2.0
#include "models/workload/closed_service.h"

#include <algorithm>
#include <cmath>

namespace headroom::models {

namespace {

/// At least half of the requests decode, whatever the prompts are.
constexpr double kMostPrompts = 0.5;

}  // namespace

ClosedService closedService(const InferenceStep& step, const ClosedLoad& load) {
    ClosedService result;
    const double n = load.requests;
    if (!(n > 0.0) || !(load.outputTokens > 0.0) || !(load.promptTokens > 0.0)) {
        return result;
    }
    const double context = load.promptTokens + 0.5 * load.outputTokens;
    const auto iteration = [&](double prompts) {
        IterationLoad carried;
        carried.decodes = n - prompts;
        carried.contextTokens = carried.decodes * context;
        carried.promptTokens = prompts * load.promptTokens;
        carried.promptPairs = carried.promptTokens * 0.5 * load.promptTokens;
        carried.promptEnds = prompts;
        return step.time(carried);
    };
    const double joins = n / (load.outputTokens + 1.0);
    const double none = std::exp(-joins);
    const InferenceInput& input = step.input();
    const double chunk = input.stack->chunkTokens * static_cast<double>(input.plan.copies());
    const double prompts = std::min({std::max(joins / (1.0 - none), 1.0),
                                     chunk / load.promptTokens, kMostPrompts * n});
    result.decode = iteration(0.0);
    const IterationTime mixed = iteration(prompts);
    result.meanS = none * result.decode.totalS + (1.0 - none) * mixed.totalS;
    result.medianS = none > 0.5 ? result.decode.totalS
                                : std::sqrt(result.decode.totalS * mixed.totalS);
    result.tokensPerS = n / result.meanS * load.outputTokens / (load.outputTokens + 1.0);
    result.activity = (none * result.decode.totalS * result.decode.activity +
                       (1.0 - none) * mixed.totalS * mixed.activity) /
                      result.meanS;
    return result;
}

}  // namespace headroom::models
