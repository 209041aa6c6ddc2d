// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/facility/climate.h"
#include "models/facility/weather.h"

namespace headroom::engine::sizing {

/// The weather that heat rejection is sized for: the hottest hour and the hour of the highest wet
/// bulb of the typical year that the simulation makes of a climate (models/facility/weather.h).
struct DesignWeather {
    double dryBulbC = 0.0;      ///< highest
    models::Weather hottest;    ///< the air at that hour
    models::Weather mostHumid;  ///< the air at the hour of the highest wet bulb

    double wetBulbC() const { return mostHumid.wetBulbC; }
};

/// Assumption: the year of seed 1, as projects are made with, stands for what is to come; a design
/// by extremes over decades asks for more.
DesignWeather designWeatherOf(const models::ClimateSpec& climate);

}  // namespace headroom::engine::sizing
