// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/cooling/chiller.h"
#include "models/cooling/dry_cooler.h"
#include "models/cooling/heat_exchanger.h"
#include "models/facility/design_weather.h"

namespace headroom::engine::sizing {

/// Heat that one dry cooler rejects at full fan speed on the worst design day, at its rated flow of
/// a fluid that returns at `returnC`; below 0 where the air is warmer.
double dryCoolerCapacityW(const models::DryCoolerSpec& cooler, const models::DesignWeather& weather,
                          double returnC,
                          double jPerM3K = models::kWaterCp * models::kWaterDensity);

/// Heat that one chiller takes from water that leaves it at `supplyC`, at most what it is rated
/// for; `condenserC`: of the air outside, or of the water of its towers.
double chillerCapacityW(const models::ChillerSpec& chiller, double supplyC, double condenserC);

}  // namespace headroom::engine::sizing
