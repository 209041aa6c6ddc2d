// SPDX-License-Identifier: Apache-2.0
#include "models/workload/weight_format.h"

#include "models/compute/accelerator.h"
#include "models/workload/inference_step.h"
#include "models/workload/language_model.h"

namespace headroom::models {

namespace {

// weight_format.h says where these are from.
constexpr double kMxfp4Bits = 4.0 + 8.0 / 32.0;
constexpr double kNvfp4Bits = 4.0 + 8.0 / 16.0;
constexpr double kInt4Bits = 4.0 + (16.0 + 4.0) / 128.0;
constexpr double kFp8BlockBits = 8.0 + 32.0 / (128.0 * 128.0);

double fourBitsStored(FourBitFormat format, bool multiplies) {
    switch (format) {
        case FourBitFormat::Mxfp4:
            return kMxfp4Bits;
        case FourBitFormat::Nvfp4:
            return kNvfp4Bits;
        case FourBitFormat::Int4:
            return kInt4Bits;
        case FourBitFormat::Usual:
            break;
    }
    return multiplies ? kNvfp4Bits : kInt4Bits;
}

}  // namespace

ServedWeightBits servedWeightBits(const InferencePlan& plan, const LanguageModelSpec& model,
                                  const AcceleratorSpec& accelerator) {
    const FourBitFormat format =
        plan.fourBit != FourBitFormat::Usual ? plan.fourBit : model.fourBit;
    const auto bits = [&](double arithmetic) -> WeightBits {
        if (arithmetic == 8.0) {
            return {arithmetic, model.blockScales ? kFp8BlockBits : arithmetic};
        }
        return {arithmetic, arithmetic == 4.0
                                ? fourBitsStored(format, accelerator.fp4FlopsPerS > 0.0)
                                : arithmetic};
    };
    const double experts = plan.expertBits > 0.0 ? plan.expertBits : plan.weightBits;
    ServedWeightBits all{bits(plan.weightBits), bits(plan.weightBits), bits(experts)};
    if (plan.weightBits == 4.0 && model.fourBitParts != NarrowParts::Layers) {
        all.attention = {};
        if (model.fourBitParts == NarrowParts::Experts) {
            all.dense = {};
        }
    }
    return all;
}

}  // namespace headroom::models
