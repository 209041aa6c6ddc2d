// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/sim/plant.h"
#include "engine/sim/state.h"
#include "models/facility/weather.h"

/// Power and heat of one sub-step: racks, then the electrical path, then cooling. Every flow of
/// heat is computed once and used on both sides, so that energy is conserved to rounding.
namespace headroom::engine {

/// Sums of one sub-step that its parts hand to each other. All power in W, mean over the sub-step.
/// Vectors are sized once and reused.
struct Flows {
    explicit Flows(const Plant& plant);

    // racks
    std::vector<double> hallRackW, hallAirW, hallFanAirM3PerS;  ///< by hall
    std::vector<double> cduHeatW;                               ///< by CDU group: from racks
    std::vector<double> powerItW, powerMechanicalW;             ///< by power system
    double acceleratorW = 0.0, psuLossW = 0.0, itW = 0.0, hottestC = 0.0;
    double storedW = 0.0;   ///< rise of stored heat, all parts
    double activity = 0.0;  ///< sum over accelerators
    int throttled = 0;
    bool clockChanged = false;  ///< a rack's clock moved away from what its jobs know
    std::vector<int> tripped;   ///< racks that shut down in this sub-step

    // electrical
    double strayW = 0.0;  ///< losses of power systems without IT load: to outdoor air
    double pduLossW = 0.0, upsLossW = 0.0, transformerLossW = 0.0, facilityW = 0.0;

    // cooling
    std::vector<double> loopHeatW, loopFlowM3PerS;  ///< by loop
    double mechanicalW = 0.0, rejectedW = 0.0, waterKgPerS = 0.0;
};

/// Racks: accelerator power at the present clock and chip temperature, host, fans, power supplies;
/// heat to chip mass, coolant and air; throttle for the next sub-step.
void sweepRacks(const Plant& plant, State& state, Flows& flows, double dt);

/// PDU and UPS losses of the IT path; the losses warm the halls of the power system.
void itElectrical(const Plant& plant, const State& state, Flows& flows);

/// Halls, CDU groups and loops up to heat rejection.
void cool(const Plant& plant, State& state, Flows& flows, const models::Weather& weather,
          double dt);

/// Transformers and the utility meter, once the mechanical load is known.
void siteElectrical(const Plant& plant, Flows& flows);

/// Units of a group in service: all less those that failed.
int unitsInService(const Plant& plant, const State& state, EquipmentKind kind, int group,
                   int units);

/// Everything at the temperature of its set-point, fans and pumps idle: a start from rest.
void initialTemperatures(const Plant& plant, State& state);

}  // namespace headroom::engine
