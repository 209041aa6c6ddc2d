// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/workers.h"
#include "engine/plant/plant.h"
#include "engine/run/state/state.h"

/// Power and heat of the racks in one sub-step; cooling is in coolant.h, the electrical path in
/// electrical.h.
/// Every flow of heat is computed once and used on both sides, so that energy is conserved to
/// rounding.
namespace headroom::engine {

/// Racks that share their coolant: a row, or a block without rows; and the sums over them in a
/// sub-step. Each is computed by itself, then they are added up in their order.
struct RackGroup {
    BlockIndex block{0};
    int row = -1;  ///< -1 if the block has none
    RackIndex firstRack{0};
    int racks = 0;

    double rackW = 0.0, airW = 0.0, fanAirM3PerS = 0.0;
    double acceleratorW = 0.0, psuLossW = 0.0, shelfLossW = 0.0, storedW = 0.0;
    double activity = 0.0, hottestC = 0.0;
    int throttled = 0;
    bool clockChanged = false, trips = false;
};

/// Sums of one sub-step that its parts hand to each other. All power in W, mean over the sub-step.
/// Vectors are sized once and reused.
struct Flows {
    explicit Flows(const Plant& plant);

    // racks
    std::vector<RackGroup> groups;  ///< in the order of their racks
    ByHall<double> hallRackW, hallAirW, hallFanAirM3PerS;
    ByHall<double> hallRackAirW;   ///< of it, from racks
    ByHall<double> hallFanHeatW;   ///< of that, from racks whose fans move it
    ByRack<double> rackImposedW;   ///< measured power; negative: none
    std::vector<double> measured;  ///< by column of a load trace: its value now
    ByRack<double> rackLiquidW, rackAirW, rackAirM3PerS;  ///< heat, air of servers
    ByRack<double> rackW;
    ByHall<double> fanW;
    ByCdu<double> cduPumpW;
    ByLoop<double> loopPumpW, rejectionW;
    double acceleratorW = 0.0, psuLossW = 0.0, shelfLossW = 0.0, itW = 0.0, hottestC = 0.0;
    double storedW = 0.0;   ///< rise of stored heat, all parts
    double activity = 0.0;  ///< sum over accelerators
    int throttled = 0;
    bool clockChanged = false;       ///< a rack's clock moved away from what its jobs know
    std::vector<RackIndex> tripped;  ///< racks that shut down in this sub-step

    // electrical
    double pduLossW = 0.0, upsLossW = 0.0, transformerLossW = 0.0, cableLossW = 0.0;
    double utilityW = 0.0, gensetW = 0.0, facilityW = 0.0;  ///< facility: utility and generators
    double batteryW = 0.0;                                  ///< discharge; negative: charge
    double withdrawnW = 0.0;  ///< from batteries, their losses with it; negative: charge
    double consumedW = 0.0;   ///< facility and batteries (models/facility/consumption.h)
    double upsOutputW = 0.0, pduOutputW = 0.0;  ///< at the meters of PUE 1 and 2
    double powerFactor = 0.0, worstLoading = 0.0, fuelM3PerS = 0.0;
    double pipedFuelW = 0.0, pipedUsdPerS = 0.0, pipedCarbonKgPerS = 0.0;  ///< lower heating value

    // cooling
    double mechanicalW = 0.0, rejectedW = 0.0, waterKgPerS = 0.0;
    double chillerW = 0.0, rejectionFanW = 0.0, waterPumpW = 0.0, cduPumpsW = 0.0,
           airHandlerW = 0.0;  ///< of mechanicalW
    double evaporationKgPerS = 0.0, driftKgPerS = 0.0, blowDownKgPerS = 0.0;
    double reusedW = 0.0;  ///< of rejectedW
};

/// Present state of the chips of a rack, for the rack's power law (models/compute/rack_power.h).
models::RackLoad rackLoad(const State& state, std::size_t rack);

/// The clock that the power limit of its chips, with that of the hour, leaves a rack in its hardest phase: 1
/// where it does not bind.
/// A rack that is below it is throttled by heat or by the power controller.
double limitClock(const Plant& plant, const State& state, std::size_t rack);

/// Whether a rack's clock is below limitClock() by more than controls leave open.
bool isThrottled(const Plant& plant, const State& state, std::size_t rack);

/// Whether a rack's clock has moved from what its jobs know by more than is worth telling, or is full
/// again: else a dip of less would slow them for ever.
bool clockMoved(double clock, double known);

/// Measured loads of this sub-step, which replace what jobs would draw.
void imposeLoads(const Plant& plant, Flows& flows, double timeS);

/// Racks: power by models::rackPower at the present clock and chip temperature; heat to chip mass,
/// coolant and air; throttle for the next sub-step. Groups side by side.
void sweepRacks(const Plant& plant, State& state, Flows& flows, double dt, Workers& workers);

}  // namespace headroom::engine
