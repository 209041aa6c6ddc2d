// SPDX-License-Identifier: Apache-2.0
#include "engine/run/conditions.h"

#include "engine/plant/plant.h"
#include "engine/run/state/state.h"

#include <algorithm>

namespace headroom::engine {

namespace {

/// A clock that is nearer to nominal than this counts as nominal. Assumption: as racks count those
/// that throttle.
constexpr double kFullClock = 0.999;

bool crewIsAt(const Plant& plant, const State& state, RackIndex rack) {
    return std::any_of(state.faults.open.begin(), state.faults.open.end(), [&](const Fault& fault) {
        return fault.phase == FaultPhase::UnderRepair && fault.server >= 0 &&
               plant.serverRack[static_cast<std::size_t>(fault.server)] == rack;
    });
}

}  // namespace

Condition rackCondition(const Plant& plant, const State& state, RackIndex rack) {
    const auto r = static_cast<std::size_t>(rack);
    if (state.power.rackShed[r] != 0) {
        return Condition::Off;
    }
    if (state.power.rackPowered[r] == 0) {
        return Condition::Unpowered;
    }
    if (state.rackTripped[r] != 0) {
        return Condition::Tripped;
    }
    const PlantBlock& b = plant.blocks[static_cast<std::size_t>(plant.rackBlock[r])];
    const int up = state.rackServersUp[r];
    if (up >= b.rack.servers) {
        return state.rackFreeClock[r] < kFullClock && state.rackActivity[r] > 0.0
                   ? Condition::Throttled
                   : Condition::Normal;
    }
    if (up > 0) {
        return Condition::PartlyOut;
    }
    const auto first = state.serverDown.begin() + b.firstServer +
                       static_cast<std::ptrdiff_t>(rack - b.firstRack) * b.rack.servers;
    const bool allCutOff = std::all_of(first, first + b.rack.servers,
                                       [](std::uint8_t down) { return down == kServerCutOff; });
    return allCutOff                      ? Condition::CutOff
           : crewIsAt(plant, state, rack) ? Condition::InRepair
                                          : Condition::Failed;
}

std::vector<Condition> rackConditions(const Plant& plant, const State& state) {
    std::vector<Condition> conditions(static_cast<std::size_t>(plant.racks));
    for (RackIndex rack(0); rack < plant.racks; ++rack) {
        conditions[static_cast<std::size_t>(rack)] = rackCondition(plant, state, rack);
    }
    return conditions;
}

}  // namespace headroom::engine
