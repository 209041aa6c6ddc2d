// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/attribute.h"

namespace headroom::models {

/// A medium-voltage or substation transformer.
struct TransformerSpec {
    double ratedVa = kNotStated;
    double noLoadLossW = kNotStated;
    double loadLossW = kNotStated;
    double impedance = kNotStated;
    double primaryV = kNotStated;
    double secondaryV = kNotStated;
    double failuresPerS = 0.0;
    double repairS = kNotStated;
    double priceUsd = kNotStated;

    static const ComponentType& type();
};

/// Loss [W] of `count` equal transformers that share `loadVa` (apparent power).
///   P_loss = n (P_0 + P_k x^2), x = S / (n S_r)
/// Source: IEC 60076-1, losses at rated voltage. Valid for 0 <= x <= 1.5.
double transformerLossW(const TransformerSpec& spec, double loadVa, int count);

}  // namespace headroom::models
