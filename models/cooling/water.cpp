// SPDX-License-Identifier: Apache-2.0
#include "models/cooling/water.h"

#include <algorithm>

namespace headroom::models {

WaterUse waterUse(double evaporationKgPerS, double driftKgPerS, double cyclesOfConcentration) {
    WaterUse use{evaporationKgPerS, driftKgPerS, 0.0};
    if (cyclesOfConcentration > 1.0) {
        use.blowDownKgPerS =
            std::max(0.0, evaporationKgPerS / (cyclesOfConcentration - 1.0) - driftKgPerS);
    }
    return use;
}

WaterStoreStep stepWaterStore(WaterStore& store, double demandM3PerS, double dt) {
    WaterStoreStep step;
    const double wantedM3 = std::max(demandM3PerS, 0.0) * dt;
    const double mostFillM3 = std::max(store.fillM3PerS, 0.0) * dt;
    step.takenM3 = std::min(wantedM3, store.volumeM3 + mostFillM3);
    step.fillM3 = std::clamp(store.capacityM3 - store.volumeM3 + step.takenM3, 0.0, mostFillM3);
    store.volumeM3 = std::max(store.volumeM3 + step.fillM3 - step.takenM3, 0.0);
    step.servedShare = wantedM3 > 0.0 ? step.takenM3 / wantedM3 : 1.0;
    return step;
}

}  // namespace headroom::models
