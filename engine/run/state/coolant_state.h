// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/run/state/event.h"
#include "models/cooling/control_loop.h"
#include "models/cooling/staging.h"

#include <cstdint>
#include <vector>

namespace headroom::engine {

/// Events of the coolant plant.
enum class CoolingEvent : std::int16_t {
    Drill,  ///< a: drill
    Undo,  ///< a: link of the coolant network, b: DrillAction that ends, c: units
    Isolate  ///< a: link that leaks
};

constexpr Owner ownerOf(CoolingEvent /*kind*/) {
    return Owner::Cooling;
}

/// The coolant part of State: everything between chips and weather that changes in time.
struct CoolantState {
    // by node of the coolant network, then by hall: the air that its handlers supply
    std::vector<double> nodeC;
    std::vector<double> headM;  ///< by node: start and result of the hydraulics

    // by link
    std::vector<double> flowM3PerS;
    std::vector<models::ControlState> valve;  ///< opening 0..1
    std::vector<double> speed;                ///< of pumps 0..1
    std::vector<double> running;              ///< units that turn or take part
    std::vector<std::int32_t> unitsOut;       ///< by orders; failures are in State::hazardFailed
    std::vector<std::uint8_t> stuck, isolated;
    std::vector<double> foul;   ///< conductance that is left 0..1
    std::vector<double> leakM2;  ///< hole; 0: tight
    std::vector<double> solvedResistance, solvedSpeed, solvedUnits;  ///< of the last solution
    std::vector<float> heatW, powerW;                                ///< as shown

    // by circuit
    std::vector<double> lostM3, pressurePa;
    std::vector<std::uint8_t> drained;  ///< pressure lost, pumps cut out

    // by loop
    std::vector<models::ControlState> fan;  ///< air ratio of towers or dry coolers
    std::vector<double> pressureReset;      ///< of the set-point of the pumps' pressure 0..1
    std::vector<double> chillersOffOn, chillersOffS;  ///< change-over of chillers
    std::vector<double> economiserOn, economiserS;    ///< change-over of the economiser
    std::vector<models::StagingState> chillers;
    static_assert(sizeof(models::StagingState) == 4 * sizeof(int) + 5 * sizeof(double));
    std::vector<std::uint8_t> chillersLost;  ///< stopped by a failure or power, not by staging
    std::vector<double> storeM3, served;  ///< make-up water; share of the demand that was met
    std::vector<std::int32_t> mode;       ///< PlantMode
    std::vector<double> setpointC, chillerW;
    std::vector<double> loopHeatW;  ///< that its water carries, for schedulers

    // by hall
    std::vector<double> airRatio, crahW;
    std::vector<double> zoneC;  ///< zones of all halls, one after the other

    // by rack: coolant that leaves it (of a tank: its bath); of tanks their liquid and vapour
    std::vector<double> rackC;
    std::vector<double> inletC;  ///< air at its inlet
    std::vector<double> tankKg, vapourKg;
    std::vector<double> rackFraction;  ///< hot air at rack inlets, by rack

    // by block
    std::vector<std::int64_t> throttling;  ///< event that told of it, -1: none throttles

    double subStepS = 1.0;  ///< the next one, unless something happens
    double lastHeatW = 0.0;
};

class StateTable;

/// Its columns.
void declareCoolant(StateTable& table);

}  // namespace headroom::engine
