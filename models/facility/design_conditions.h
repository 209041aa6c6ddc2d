// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/attribute.h"

namespace headroom::models {

/// Extremes of a climate, which its typical year does not have; the id is the climate's.
struct DesignConditionsSpec {
    double dryBulb04C = kNotStated;           ///< passed in 0.4 % of the hours of a year
    double wetBulbAtDryBulb04C = kNotStated;  ///< mean in those hours
    double wetBulb04C = kNotStated;           ///< passed in 0.4 % of the hours of a year
    double extremeDryBulbC = kNotStated;      ///< highest of 20 years
    double extremeWetBulbC = kNotStated;      ///< highest that was measured
    double dryBulb996C = kNotStated;          ///< passed in 99.6 % of the hours of a year
    double lowestDryBulbC = kNotStated;       ///< lowest of 20 years

    static const ComponentType& type();
};

}  // namespace headroom::models
