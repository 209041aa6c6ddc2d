// SPDX-License-Identifier: Apache-2.0
#include "models/workload/prefix_reuse.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace headroom::models {

double PrefixReuse::foundTokens(double promptTokens) const {
    const double shared = std::min(sharedTokens, promptTokens);
    const double found = shared + foundShare * (promptTokens - shared);
    return std::max(0.0, std::min(std::floor(found), promptTokens - 1.0));
}

PrefixReuse prefixOf(const InferenceServiceSpec& service) {
    return {service.sharedPrefixTokens, service.prefixHit};
}

ComputedPrompt computedPrompt(const Curve& promptTokens, const PrefixReuse& reuse) {
    ComputedPrompt prompt;
    const LengthMoments whole = lengthMoments(promptTokens);
    if (!reuse.isOn()) {
        prompt.computed = whole;
        return prompt;
    }
    // More tokens in a prompt never leave fewer to compute, so that quantiles stay quantiles.
    prompt.computed = lengthMoments(
        promptTokens, [&](double tokens) { return tokens - reuse.foundTokens(tokens); });
    prompt.foundTokens = whole.mean - prompt.computed.mean;
    return prompt;
}

}  // namespace headroom::models
