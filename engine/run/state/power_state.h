// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/index.h"
#include "engine/base/special_members.h"
#include "engine/power/flow.h"
#include "engine/run/frame/frame.h"
#include "engine/run/state/event.h"

#include <cstdint>
#include <vector>

namespace headroom::engine {

/// Events of the electrical plant.
enum class PowerEvent : std::int16_t {
    Timer,     ///< a: unit
    Limit,     ///< a: unit
    Trip,      ///< a: edge, whose breaker trips
    HoldUp,    ///< racks without a live cord
    Machines,  ///< machines that come back
    Control,   ///< cap controller
    Drill,     ///< a: drill
    Undo,      ///< a: unit, b: DrillAction that ends, c: incomer
    Hours      ///< the limit of the hour begins or ends (engine/plant/plant_hours.h)
};

constexpr Owner ownerOf(PowerEvent /*kind*/) {
    return Owner::Power;
}

/// The electrical part of State. A timer holds the time at which its event is due; an event in the
/// queue whose time is not the timer's is void.
struct PowerState {
    HEADROOM_SPECIAL_MEMBERS(PowerState);

    PowerSwitching switching;
    PowerFlow flow;

    // by unit
    ByUnit<PowerUnitState> mode;
    ByUnit<double> timerS;           ///< next step of its mode; infinity: none
    ByUnit<double> limitS;           ///< battery empty or full, tank empty, overload
    ByUnit<double> overloadSinceS;   ///< infinity: not overloaded
    ByUnit<double> energy;           ///< battery of a UPS [J], tank of a generator [m3]
    ByUnit<double> gensetW;          ///< output of generators in the last sub-step
    ByUnit<double> reachedW;         ///< what a source with a ramp has come up to
    std::vector<double> disturbedS;  ///< kDisturbances times by unit, the newest last
    ByUnit<std::int64_t> lastCause;  ///< event that last changed it, -1: none

    // by edge
    ByEdge<BreakerState> breaker;
    ByEdge<double> heat;   ///< thermal state of the breaker
    ByEdge<double> tripS;  ///< when it will trip at the present current; infinity: never

    // by cord and load
    ByCord<double> cordReadyS;  ///< machines of this cord run from then on; infinity: dead
    ByLoad<double> running;     ///< by load: share that runs

    // by rack
    ByRack<std::uint8_t> rackPowered;
    ByRack<std::uint8_t> rackShed;
    ByRack<double> rackReadyS;  ///< servers take jobs again
    ByRack<double> rackCap;     ///< highest clock that the power controller allows

    // by hall
    ByHall<double> lossHeatJ;  ///< in the mass of the electrical parts, not yet in the air
    ByHall<double> lossHeatW;  ///< that they lost in the last sub-step

    double worstLoading = 0.0;  ///< of all parts at the end of the last step, for schedulers
    double capDueS = 0.0;       ///< next look of the cap controller; infinity: asleep
    double relievedS = 0.0;     ///< since when nothing is beyond the threshold
    double strainedS = 0.0;     ///< since when the lowest clock is not enough; infinity: never
    std::int64_t capping = 0;   ///< 1 while the controller holds clocks down
};

inline constexpr int kDisturbances = 8;

class StateTable;

/// Its columns.
void declarePower(StateTable& table);

}  // namespace headroom::engine
