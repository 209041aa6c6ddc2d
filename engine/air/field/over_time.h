// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/air/field/field.h"

#include <vector>

/// The air of one hall over time, from its state at rest on, after air handlers or their water were lost.
///
/// The field settles first (field.h). Then the handlers that are lost stop, or all blow on without cooling: their air
/// then has the temperature of what leaves the hall. Server fans keep their flow and racks their heat. A rack blows out
/// air of the temperature of its servers: C dT/dt = Q + w (T_inlet - T).
/// Valid for minutes. Walls, coils and the water in them store no heat here, so the loss of water shows the earliest time.
/// Compared with OpenFOAM (buoyantBoussinesqPimpleFoam, hall h1 of the validation, racks without mass): see
/// resources/help/room-air.md.
namespace headroom::engine {

/// The loss at time 0.
struct AirLoss {
    bool water = false;         ///< All handlers blow on, none cools.
    std::vector<int> handlers;  ///< Machines that stop, by their index in the order of the
                                ///< layout.
    double supplyM3PerS = 0.0;  ///< The rest blows this together.
};

struct AirOverTimeOptions {
    AirFieldOptions field;
    double forS = 300.0, everyS = 10.0;
    std::vector<double>
        rackJPerK;  ///< Heat that servers store, by rack of the layout. Racks beyond its end store none.
};

/// Means over the time since the instant before; the first one is the state at rest.
struct AirInstant {
    double timeS = 0.0;
    double supplyC = 0.0, returnC = 0.0;
    std::vector<double> inletC;     ///< by rack of the field
    std::vector<double> topInletC;  ///< the same of the top third of its front, at the instant
    AirIndices indices;             ///< of the racks' inlets
};

struct AirOverTime {
    AirField before;
    std::vector<AirInstant> instants;
};

/// Flows of the supplies after a loss [m3/s], in the order of the grid: those of handlers that run share the flow
/// equally, tiles keep their shares.
std::vector<double> suppliesAfter(const AirGrid& grid, const AirLoss& loss);

/// Errors of solveAirField(). `progress` counts both parts. Deterministic on any number of threads.
Result<AirOverTime> solveAirOverTime(const Layout& layout, int hall, const HallAirPlan& plan,
                                     const HallAirLoad& load, const AirLoss& loss,
                                     const AirOverTimeOptions& options);

/// Seconds until the hottest inlet passes a temperature; negative if it stays below.
double timeToReachS(const AirOverTime& course, double limitC);

}  // namespace headroom::engine
