// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/kinds/condition.h"
#include "engine/run/frame/frame.h"

#include <vector>

/// From what each subsystem says of its parts to the one table of conditions.
namespace headroom::engine {

struct Plant;
struct State;

constexpr Condition conditionOf(PowerUnitState state) {
    switch (state) {
        case PowerUnitState::Dead:
            return Condition::Unpowered;
        case PowerUnitState::Failed:
            return Condition::Failed;
        case PowerUnitState::OnBattery:
            return Condition::OnReserve;
        case PowerUnitState::LockedOut:
            return Condition::Locked;
        case PowerUnitState::Normal:
        case PowerUnitState::WalkIn:
        case PowerUnitState::Standby:
        case PowerUnitState::Starting:
        case PowerUnitState::Running:
        case PowerUnitState::Waiting:
        case PowerUnitState::Transferring:
            break;
    }
    return Condition::Normal;
}

constexpr Condition conditionOf(BreakerState state) {
    return state == BreakerState::Tripped ? Condition::Tripped
           : state == BreakerState::Open  ? Condition::Off
                                          : Condition::Normal;
}

constexpr Condition conditionOf(CoolingLinkState state) {
    switch (state) {
        case CoolingLinkState::NoPower:
            return Condition::Unpowered;
        case CoolingLinkState::Failed:
            return Condition::Failed;
        case CoolingLinkState::Stuck:
            return Condition::Impaired;
        case CoolingLinkState::Leaking:
            return Condition::Leaking;
        case CoolingLinkState::Isolated:
            return Condition::Isolated;
        case CoolingLinkState::Running:
        case CoolingLinkState::Standby:
        case CoolingLinkState::Starting:
            break;
    }
    return Condition::Normal;
}

/// Machines of a link of the coolant that are out of service, without power or shut off while others are not; 0 where
/// all are, which its state tells. Machines that rest are in service: staging starts and stops pumps and chillers.
constexpr int unitsAway(const CoolingLink& link, const CoolingLinkNow& now) {
    const int inService = static_cast<int>(now.inService);
    return inService <= 0 || inService > link.units ? 0 : link.units - inService;
}

/// A link of the coolant, with the machines that it lacks.
constexpr Condition conditionOf(const CoolingLink& link, const CoolingLinkNow& now) {
    const Condition own = conditionOf(now.state);
    return own == Condition::Normal && unitsAway(link, now) > 0 ? Condition::PartlyOut : own;
}

constexpr Condition conditionOf(LinkFault fault) {
    switch (fault) {
        case LinkFault::None:
            return Condition::Normal;
        case LinkFault::Cut:
        case LinkFault::SwitchDown:
            return Condition::Failed;
        case LinkFault::NoPower:
            return Condition::Unpowered;
        case LinkFault::Lanes:
        case LinkFault::BitErrors:
        case LinkFault::Flapping:
        case LinkFault::Ageing:
        case LinkFault::PauseStorm:
            break;
    }
    return Condition::Impaired;
}

/// A unit of the wiring, with the modules that it lacks.
constexpr Condition conditionOf(const PowerUnitNow& unit) {
    const Condition own = conditionOf(unit.state);
    return own == Condition::Normal && unit.modulesOut > 0 ? Condition::PartlyOut : own;
}

/// The heaviest that holds for a rack:
///   no power   its cords are dead; switched off: shed by the power controller
///   tripped    its accelerators passed their limit
///   all of its servers away: cut off, in repair (a crew is at one of them), or failed; some of
///   them: partly out
///   throttled  its clock is below nominal
Condition rackCondition(const Plant& plant, const State& state, RackIndex rack);

/// The same of all racks.
std::vector<Condition> rackConditions(const Plant& plant, const State& state);

}  // namespace headroom::engine
