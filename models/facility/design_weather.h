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

/// By the design conditions of a climate, where there are any. Else by the means of designConditionsOf() over five
/// years that are drawn from its means or quantiles (weatherFromClimate()).
DesignWeather designWeatherOf(const ClimateSpec& climate,
                              const DesignConditionsSpec* conditions = nullptr);

/// By design conditions, at a mean station pressure [Pa].
DesignWeather designWeatherOf(const DesignConditionsSpec& conditions, double pressurePa);

/// Design conditions of a year of measured weather that states none. The 0.4 % and 99.6 % values
/// are those of its hours, passed in 35 of 8,760, so that a single hour decides nothing:
///   extreme = T(0.4 %) + 6.0 K dry, + 2.8 K wet;  lowest = T(99.6 %) - 7.1 K
/// Assumption: the distances are the means over the 19 climates of resources/catalog/design_conditions.json
/// (tst_design_weather computes them). They lie between 2.6 and 11.8 K dry (standard deviation 2.4 K), 1.4 and 5.3 K wet
/// (1.1 K), 2.1 and 12.2 K below (3.0 K): hot coasts and cold plains are at the upper ends.
DesignConditionsSpec designConditionsOf(const WeatherYear& year);

}  // namespace headroom::models
