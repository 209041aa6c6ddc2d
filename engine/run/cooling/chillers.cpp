// SPDX-License-Identifier: Apache-2.0
#include "engine/run/cooling/chillers.h"

#include "engine/plant/plant.h"
#include "models/cooling/chiller.h"

#include <algorithm>
#include <cmath>

namespace headroom::engine {

double chillersPowerW(const PlantLoop& l, double heatW, double setC, double condenserC) {
    const double eachW =
        models::chillerState(l.chiller, l.chiller.ratedHeatW, setC, condenserC).capacityW;
    if (eachW <= 0.0 || heatW <= 0.0) {
        return 0.0;
    }
    const double machines = std::clamp(std::ceil(heatW / (kOneMoreAt * eachW)), 1.0,
                                       std::max(1.0, static_cast<double>(l.spec.chillers)));
    return machines * models::chillerState(l.chiller, heatW / machines, setC, condenserC).powerW;
}

}  // namespace headroom::engine
