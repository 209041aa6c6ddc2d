// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/attribute.h"

namespace headroom::models {

/// A busbar with its enclosure: medium or low voltage, alternating or direct current.
struct SwitchboardSpec {
    double voltageV = kNotStated;
    double ratedA = kNotStated;
    double withstandA = kNotStated;
    double failuresPerS = 0.0;
    double repairS = kNotStated;
    double priceUsd = kNotStated;

    static const ComponentType& type();
};

}  // namespace headroom::models
