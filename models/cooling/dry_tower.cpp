// SPDX-License-Identifier: Apache-2.0
#include "models/cooling/dry_tower.h"

#include "models/air/psychrometrics.h"
#include "models/cooling/heat_exchanger.h"

#include <algorithm>

namespace headroom::models {

double dryTowerEffectiveness(const CoolingTowerSpec& spec, double waterRatio, double airRatio,
                             const Weather& w) {
    if (waterRatio <= 0.0) {
        return 0.0;
    }
    const double waterWPerK = waterRatio * spec.waterFlowM3PerS * kWaterDensity * kWaterCp;
    const double airJPerKgK = enthalpyJPerKg(w.dryBulbC + 1.0, w.humidityRatio) -
                              enthalpyJPerKg(w.dryBulbC, w.humidityRatio);
    const double fullWPerK = spec.airflowM3PerS * airJPerKgK /
                             specificVolumeM3PerKg(w.dryBulbC, w.humidityRatio, w.pressurePa);
    const double ua = merkelDesignUaWPerK(spec, w.pressurePa);
    const auto at = [&](double air) {
        return counterflowConductanceWPerK(ua, air * fullWPerK, waterWPerK) / waterWPerK;
    };
    return std::max(at(std::clamp(airRatio, 0.0, 1.0)), spec.freeConvection * at(1.0));
}

}  // namespace headroom::models
