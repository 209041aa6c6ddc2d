// SPDX-License-Identifier: Apache-2.0
#include "engine/run/cooling/loop_flows.h"

#include "models/cooling/usual.h"

#include <algorithm>

namespace headroom::engine {

double LoopFlows::leastM3PerS(std::size_t i) const {
    const PlantLoop& l = plant_.loops[i];
    return models::leastFlowM3PerS(l.spec, l.designFlowM3PerS, l.evaporatorM3PerS,
                                   std::max(1, c_.chillers[i].on));
}

double LoopFlows::outdoorM3PerS(std::size_t i) const {
    const CoolingLink& pumps = n_.links[at(n_.loopCondenserPumps[i])];
    const bool economises = n_.loopEconomiserOut[i] >= 0 &&
                            c_.mode[i] != static_cast<std::int32_t>(PlantMode::Mechanical);
    const int on = n_.loopCondensers[i] >= 0 ? c_.chillers[i].on : 0;
    double heatW = 0.0;
    if (on > 0) {
        const LinkIndex evaporators = n_.loopEvaporators[i];
        const CoolingLink& e = n_.links[at(evaporators)];
        heatW = wPerK(evaporators) * (c_.nodeC[at(e.from)] - c_.nodeC[at(e.to)]);
    }
    const double wanted = outdoorM3PerS(i, economises, on, heatW);
    return wanted + missedShare(i) * (pumps.designM3PerS - wanted);
}

double LoopFlows::outdoorM3PerS(std::size_t i, bool economises, int chillers, double heatW) const {
    const PlantLoop& l = plant_.loops[i];
    const CoolingLink& pumps = n_.links[at(n_.loopCondenserPumps[i])];
    double wanted = models::kLeastFlow * pumps.designM3PerS / pumps.units;
    if (l.hasTower) {
        wanted = std::max(wanted, models::kTowerLeastWater * l.tower.waterFlowM3PerS);
    }
    if (chillers > 0) {
        const double load =
            std::clamp(heatW / (chillers * l.chiller.ratedHeatW), models::kChillerLeastFlow, 1.0);
        wanted = std::max(wanted, chillers * load * l.condenserM3PerS);
    }
    if (economises) {
        wanted = std::max(
            wanted, pumps.designM3PerS * c_.flowM3PerS[at(n_.loopPumps[i])] / l.designFlowM3PerS);
    }
    return std::min(wanted, pumps.designM3PerS);
}

double LoopFlows::outdoorPumpsW(std::size_t i, double flowM3PerS) const {
    const auto pumps = at(n_.loopCondenserPumps[i]);
    const double share = c_.flowM3PerS[pumps] > 0.0 ? flowM3PerS / c_.flowM3PerS[pumps] : 0.0;
    return c_.powerW[pumps] * share * share * share;
}

double LoopFlows::missedShare(std::size_t i) const {
    const double missedK = c_.nodeC[at(n_.loopSupply[i])] - c_.setpointC[i];
    return std::clamp(missedK / models::kOutdoorMissedK - 1.0, 0.0, 1.0);
}

}  // namespace headroom::engine
