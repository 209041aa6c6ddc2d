// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/attribute.h"

namespace headroom::models {

/// A conductor between two boards, per phase and unit of length.
struct CableSpec {
    double resistanceOhmPerM = kNotStated;
    double reactanceOhmPerM = 0.0;
    double ratedA = kNotStated;
    double voltageV = kNotStated;  ///< the highest that it is made for
    double priceUsdPerM = kNotStated;

    static const ComponentType& type();
};

}  // namespace headroom::models
