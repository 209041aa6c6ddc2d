// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/attribute.h"

namespace headroom::models {

/// A connection to the public grid: its voltage, its strength and how often it fails.
struct UtilitySpec {
    double voltageV = kNotStated;
    double shortCircuitVa = kNotStated;
    double xOverR = 10.0;
    double failuresPerS = 0.0;
    double repairS = kNotStated;
    double sagsPerS = 0.0;
    double sagS = 0.1;

    static const ComponentType& type();
};

}  // namespace headroom::models
