// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/attribute.h"

#include <array>
#include <string>
#include <vector>

namespace headroom::models {

/// Shares of the hours of a month that lie below the values of a climate's tables of quantiles.
inline constexpr std::array<double, 11> kQuantileShares{0.0,  0.01, 0.05, 0.10, 0.25, 0.50,
                                                        0.75, 0.90, 0.95, 0.99, 1.0};

/// Typical weather of a place: monthly means by hour of the day, how days differ, and how hot, cold,
/// dry and humid the hours of each month become.
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
    std::vector<double> dryBulbQuantilesC;  ///< 12 months by kQuantileShares; empty if not stated
    std::vector<double> dewPointQuantilesC;
    std::vector<double> dewPointSlope;       ///< of daily means, by month; empty means 1
    std::vector<double> dewPointDeviationK;  ///< that the slope leaves; empty means 0
    double dewPointCorrelation = 0.0;
    std::string grid;  ///< that feeds the place; empty if not stated

    static const ComponentType& type();
};

}  // namespace headroom::models
