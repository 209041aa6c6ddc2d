// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/index.h"
#include "engine/base/special_members.h"
#include "engine/run/state/event.h"
#include "models/cooling/control_loop.h"
#include "models/cooling/staging.h"

#include <cstdint>
#include <vector>

namespace headroom::engine {

/// Events of the coolant plant.
enum class CoolingEvent : std::int16_t {
    Drill,   ///< a: drill
    Undo,    ///< a: link of the coolant network, b: DrillAction that ends, c: units
    Isolate  ///< a: link that leaks
};

constexpr Owner ownerOf(CoolingEvent /*kind*/) {
    return Owner::Cooling;
}

/// The coolant part of State: everything between chips and weather that changes in time.
struct CoolantState {
    HEADROOM_SPECIAL_MEMBERS(CoolantState);

    // by node of the coolant network, then by hall: the air that its handlers supply
    std::vector<double> nodeC;
    ByNode<double> headM;  ///< by node: start and result of the hydraulics

    // by link
    ByLink<double> flowM3PerS;
    ByLink<models::ControlState> valve;  ///< opening 0..1
    ByLink<double> speed;                ///< of pumps 0..1
    ByLink<double> running;              ///< units that turn or take part
    ByLink<std::int32_t> unitsOut;       ///< by orders; failures are in State::hazardFailed
    ByLink<std::uint8_t> stuck, isolated;
    ByLink<double> foul;                                        ///< conductance that is left 0..1
    ByLink<double> leakM2;                                      ///< hole; 0 means tight
    ByLink<double> solvedResistance, solvedSpeed, solvedUnits;  ///< of the last solution
    ByLink<float> heatW, powerW;                                ///< as shown

    // by circuit
    ByCircuit<double> lostM3, pressurePa;
    ByCircuit<std::uint8_t> drained;        ///< pressure lost, pumps cut out
    ByCircuit<models::StagingState> pumps;  ///< ordered to run; those in service and with power do

    // by loop
    ByLoop<models::ControlState> fan;            ///< air ratio of towers or dry coolers
    ByLoop<double> pressureReset;                ///< of the set-point of the pumps' pressure 0..1
    ByLoop<double> chillersOffOn, chillersOffS;  ///< change-over of chillers
    ByLoop<double> economiserOn, economiserS;    ///< change-over of the economiser
    ByLoop<models::StagingState> chillers;
    static_assert(sizeof(models::StagingState) == 4 * sizeof(int) + 5 * sizeof(double));
    ByLoop<std::uint8_t> chillersLost;     ///< stopped by a failure or power, not by staging
    ByLoop<std::int32_t> chillersWatered;  ///< on duty with proved flow: they share the water
    ByLoop<double> chillersWaitS;          ///< for how long another one has waited for its flow
    ByLoop<double> storeM3, served;        ///< make-up water; share of the demand that was met
    ByLoop<std::int32_t> mode;             ///< PlantMode
    ByLoop<double> setpointC, chillerW;
    ByLoop<double> loopHeatW;  ///< that its water carries, for schedulers

    // by hall
    ByHall<double> airRatio, crahW;
    ByZone<double> zoneC;  ///< zones of all halls, one after the other

    // by rack: coolant that leaves it (of a tank: its bath); of tanks their liquid and vapour
    ByRack<double> rackC;
    ByRack<double> inletC;  ///< air at its inlet
    ByRack<double> topC;    ///< air at the top third of its front; empty where no field is known
    ByRack<double> tankKg, vapourKg;
    ByRack<double>
        rackFraction;  ///< hot air at rack inlets, by rack; kNoFraction: as the plan says

    /// Below every fraction: those of a field may be negative, down to -1.
    static constexpr double kNoFraction = -2.0;

    // by block
    ByBlock<std::int64_t> throttling;  ///< event that told of it, -1: none throttles

    // how fast they moved in the last sub-step; empty where coupling steps do not grow
    std::vector<double> nodeKPerS;  ///< as nodeC
    ByLink<double> valvePerS;
    ByLoop<double> fanPerS;

    double subStepS = 1.0;  ///< the next one, unless something happens
    double lastHeatW = 0.0;
};

class StateTable;

/// Its columns.
void declareCoolant(StateTable& table);

}  // namespace headroom::engine
