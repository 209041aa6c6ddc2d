// SPDX-License-Identifier: Apache-2.0
#include "models/cooling/rack_heat.h"

#include "models/cooling/cold_plate.h"

#include <algorithm>
#include <cmath>

namespace headroom::models {

namespace {

// Numerical: far under any temperature that matters, and ends where leakage would run away.
constexpr double kSettledK = 1e-9;
constexpr int kMostRounds = 200;

ChipInBath sinkOf(const RackParts& parts, const RackPower& power, double chipW,
                  const ChipCooling& cooling) {
    if (parts.server.cooling == CoolingKind::Air) {
        return {cooling.coolantC, chipToCoolantKPerW(parts.server, power.fanMassRatio)};
    }
    if (cooling.tank != nullptr && cooling.bath != nullptr) {
        return chipInBath(*cooling.tank, *cooling.bath, cooling.coolantC, chipW, false);
    }
    return {cooling.coolantC, chipToCoolantKPerW(parts.server, cooling.flowRatio)};
}

}  // namespace

RackLoad settledLoad(const RackParts& parts, const ChipPhases& work, const ChipCooling& cooling) {
    RackLoad load = evenLoad(parts, work);
    const double chips = load.servers * parts.server.accelerators;
    for (int round = 0; round < kMostRounds; ++round) {
        const RackPower power = rackPower(parts, load);
        const double chipW = power.chipsW / chips;
        const ChipInBath sink = sinkOf(parts, power, chipW, cooling);
        const double chipC = sink.coolantC + sink.kPerW * chipW;
        const double hotC = sink.coolantC + cooling.hotRise * sink.kPerW * power.busiestW;
        const double moved = std::max(std::abs(chipC - load.chipC), std::abs(hotC - load.hotC));
        load.chipC = chipC;
        load.hotC = hotC;
        if (!(moved > kSettledK)) {
            break;
        }
    }
    return load;
}

}  // namespace headroom::models
