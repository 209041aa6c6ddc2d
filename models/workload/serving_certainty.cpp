// SPDX-License-Identifier: Apache-2.0
#include "models/workload/serving_certainty.h"

#include <cmath>

namespace headroom::models {

namespace {

// ln of the factor where nothing is unusual, and for each thing that is: serving_certainty.h.
constexpr double kTokens = 0.28, kTokensEach = 0.10;
constexpr double kLatency = 0.28, kLatencyEach = 0.15;
constexpr double kPower = 0.22, kPowerEach = 0.15;

}  // namespace

ServingCertainty servingCertainty(const InferenceInput& input, double requests,
                                  std::string_view accelerator) {
    const InferencePlan& plan = input.plan;
    const double expertBits = plan.expertBits > 0.0 ? plan.expertBits : plan.weightBits;
    const bool beyond =
        input.stack->capturedRequests > 0 &&
        requests > input.stack->capturedRequests * static_cast<double>(plan.copies());
    int unusual = input.stack->isCalibratedOn(accelerator) ? 0 : 2;
    unusual += input.model->experts > 0 && expertBits == 8.0 ? 1 : 0;
    unusual += plan.copies() > 1 ? 2 : 0;
    unusual += beyond ? 1 : 0;
    unusual += plan.weightBits < 8.0 ? 1 : 0;
    unusual += input.model->stateLayers > 0 ? 2 : 0;
    unusual += plan.accelerators() > input.scaleUpDomain ? 2 : 0;
    return {std::exp(kTokens + kTokensEach * unusual), std::exp(kLatency + kLatencyEach * unusual),
            std::exp(kPower + kPowerEach * unusual)};
}

}  // namespace headroom::models
