// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/facility/climate.h"
#include "models/facility/design_conditions.h"
#include "models/facility/weather.h"

namespace headroom::models {

/// The weather that heat rejection is sized for and that commissioning runs in: extremes of decades,
/// which no typical year has.
struct DesignWeather {
    double dryBulbC = 0.0;  ///< highest of 20 years
    Weather hottest;        ///< the air then, with the moisture of the hours at the 0.4 % dry bulb
    Weather mostHumid;      ///< the air at the highest wet bulb

    double lowestC = kNotStated;  ///< lowest dry bulb of 20 years; not stated: nothing says

    double wetBulbC() const { return mostHumid.wetBulbC; }
};

/// The value that is passed once in `years` years on average, of yearly extremes with that mean and
/// standard deviation:
///   T = M + F s,  F = -(sqrt(6) / pi) (0.5772 + ln ln(n / (n - 1)))
/// Valid for n > 1. Source: ASHRAE Handbook Fundamentals 2021, chapter 14, equations 1 and 2 (Gumbel).
double returnValueC(double meanC, double deviationK, double years);

/// By the design conditions of a climate, where there are any. Else by returnValueC() over twenty
/// years that are drawn from its means; Assumption: these stand for measured ones, though days of the
/// same month then differ in their mean alone, and extremes come out a few kelvin too mild.
DesignWeather designWeatherOf(const ClimateSpec& climate,
                              const DesignConditionsSpec* conditions = nullptr);

/// By design conditions, at a mean station pressure [Pa].
DesignWeather designWeatherOf(const DesignConditionsSpec& conditions, double pressurePa);

/// Design conditions of a year of measured weather that states none. The 0.4 % and 99.6 % values
/// are those of its hours, passed in 35 of 8,760, so that a single hour decides nothing:
///   extreme = T(0.4 %) + 6.0 K dry, + 2.8 K wet;  lowest = T(99.6 %) - 7.5 K
/// Assumption: the distances are the means over the 19 climates of resources/catalog; they lie
/// between 2.6 and 11.8 K dry, 1.4 and 5.3 K wet, 2.4 and 12.9 K below.
DesignConditionsSpec designConditionsOf(const WeatherYear& year);

}  // namespace headroom::models
