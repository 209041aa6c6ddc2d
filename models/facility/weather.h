// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/facility/climate.h"

#include <cstdint>
#include <vector>

namespace headroom::models {

/// Outdoor air at one instant.
struct Weather {
    double dryBulbC = 15.0;
    double wetBulbC = 10.0;
    double humidityRatio = 0.008;  ///< kg/kg
    double pressurePa = 101325.0;
};

/// 8,760 hours of a typical year; hour 0 is January 1st, 0 to 1 h standard time. EPW rows or a
/// climate yield the same shape, so that everything after reads weather in one way.
struct WeatherYear {
    std::vector<double> dryBulbC;
    std::vector<double> humidityRatio;
    std::vector<double> pressurePa;
    std::vector<double> wetBulbC;  ///< computed at each hour, from the three above

    bool isValid() const { return dryBulbC.size() == 8760 && wetBulbC.size() == 8760; }
};

/// A year from monthly and diurnal means: means blended between mid-months, plus a daily deviation d,
/// an AR(1) series with the climate's spread and correlation, drawn from `seed`. The dew point moves
/// by slope d and a deviation of its own, and never passes the dry bulb. Assumption: deviations are
/// normal. Where the climate states quantiles, the hours of each month then take their values, in the
/// order of what was drawn: the year has the extremes of the weather file that the climate describes.
///   T(hour) = Q_month(rank / (hours - 1)), Q linear between the stated shares
/// Validation: maximum, minimum, 0.4 % and 99.6 % hours within 0.5 K of the weather files, mean wet
/// bulb within 0.3 K (tests/models/facility/tst_weather).
WeatherYear weatherFromClimate(const ClimateSpec& climate, std::uint64_t seed);

/// Linear between hours (values stand for mid-hour), wrapping at the end of the year.
/// `yearS`: seconds since January 1st, 0 h.
Weather weatherAt(const WeatherYear& year, double yearS);

}  // namespace headroom::models
