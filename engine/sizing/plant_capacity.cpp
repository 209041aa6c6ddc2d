// SPDX-License-Identifier: Apache-2.0
#include "engine/sizing/plant_capacity.h"

#include "models/cooling/heat_exchanger.h"

#include <algorithm>

namespace headroom::engine::sizing {

double dryCoolerCapacityW(const models::DryCoolerSpec& cooler, const models::DesignWeather& weather,
                          double returnC, double jPerM3K) {
    const double flowWPerK = cooler.waterFlowM3PerS * jPerM3K;
    const double ratio = jPerM3K / (models::kWaterCp * models::kWaterDensity);
    double leastW = cooler.ratedHeatW;
    for (const models::Weather& day : {weather.hottest, weather.mostHumid}) {
        const models::DryCoolerLaw law = models::dryCoolerLaw(cooler, ratio, 1.0, day);
        leastW = std::min(leastW, law.effectiveness * flowWPerK * (returnC - law.airC));
    }
    return leastW;
}

double chillerCapacityW(const models::ChillerSpec& chiller, double supplyC, double condenserC) {
    const models::ChillerState state =
        models::chillerState(chiller, chiller.ratedHeatW, supplyC, condenserC);
    return std::min(chiller.ratedHeatW, state.capacityW);
}

}  // namespace headroom::engine::sizing
