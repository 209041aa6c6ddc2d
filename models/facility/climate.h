// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/attribute.h"

#include <string>
#include <vector>

namespace headroom::models {

/// Typical weather of a place: monthly means by hour of the day, and how days differ.
struct ClimateSpec {
    double latitude = kNotStated;
    double longitude = kNotStated;
    double utcOffsetS = kNotStated;
    double elevationM = kNotStated;
    double pressurePa = kNotStated;
    std::vector<double> dryBulbC;
    std::vector<double> dewPointC;
    std::vector<double> dryBulbDeviationK;
    double dayCorrelation = kNotStated;
    std::string grid;  ///< that feeds the place; empty: not stated

    static const ComponentType& type();
};

}  // namespace headroom::models
