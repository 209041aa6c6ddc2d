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

}  // namespace headroom::models
