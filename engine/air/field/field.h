// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/air/field/grid.h"
#include "engine/base/error.h"

#include <atomic>
#include <functional>
#include <span>
#include <vector>

/// The air of one hall in three dimensions, in the steady state.
///
/// 1. Flow: u = -grad phi + w e_z, div u = sources (supply faces, rack outlets) less sinks (rack
///    inlets), phi = 0 at the returns; see potential.h. w is the speed at which air that is warmer
///    than the supply by dT rises by itself: w = q / sqrt(q + (0.3 m/s)^2), q = g beta dT 2 m.
///    Layers of equal warmth then rest on each other (phi takes up w), plumes rise, cold air sinks.
///    Assumption: Boussinesq's force in a flow with linear resistance, as in porous media; the
///    height of 2 m is a rack's, 0.3 m/s the usual motion of room air.
/// 2. Heat, by first-order upwind: for each cell, sum of F_in (T_from - T) = 0, with supply air,
///    and racks T_out = mean T_in + Q / (rho cp V). Cells are taken in the order of the air's way;
///    racks and air that goes in circles need repetition.
///    1 and 2 repeat until the mean change is below 0.05 K, or 20 rounds: round n counts 2 / (n +
///    1). The flow of the last round is then solved to the end, with its temperatures.
/// 3. A tracer the same way, 1 in all that racks blow out and 0 in supply air: its value at a
///    rack's inlet is the share of hot air there.
/// Temperatures stay between supply and the hottest outlet. Mass and heat are conserved to the
/// tolerance of the last iterations, which the result states.
///
/// What it is good for: where supply air goes by the position of handlers, tiles, racks and panels.
/// What it does not know: jets and turbulence. Published fast models of this kind are within 2 to
/// 3 K of measured rack inlets; upwinding mixes over about a cell.
/// Sources: VanGilder, Hamann, Lopez et al. on potential flow in data centres (2007 to 2012);
/// Patankar, Numerical Heat Transfer and Fluid Flow (1980), for upwinding.
namespace headroom::engine {

struct AirFieldOptions {
    double cellM = 0.0;  ///< 0: airCellM()
    int threads = 2;
    bool buoyancy = true;                  ///< warm air rises
    std::function<void(double)> progress;  ///< 0..1, on the calling thread
    const std::atomic<bool>* cancel = nullptr;
};

/// What a field says about one rack.
struct RackAirResult {
    int rack = 0;  ///< of the layout
    double inletC = 0.0, outletC = 0.0;
    double hotFraction = 0.0;  ///< of the air at its inlet, that racks blew out
    double flowM3PerS = 0.0, heatW = 0.0;
};

struct AirField {
    PaddedGrid cells;
    double x0 = 0.0, y0 = 0.0, sizeX = 0.0, sizeY = 0.0, sizeZ = 0.0;
    std::vector<unsigned char> solid;           ///< by padded index, as all below
    std::vector<float> temperatureC;            ///< mean of the return in solid and still cells
    std::vector<float> speedX, speedY, speedZ;  ///< [m/s] at centres
    std::vector<float> hotFraction;
    std::vector<std::size_t> supplyCells, outletCells;  ///< where supply and rack air come in
    std::vector<RackAirResult> racks;  ///< those with a way for their air, in layout order
    std::vector<int> closedRacks;
    double supplyM3PerS = 0.0, supplyC = 0.0, returnC = 0.0;
    AirIndices indices;
    double cellM = 0.0;
    int openCells = 0;
    int iterations = 0, sweeps = 0, rounds = 0;
    double settledK = 0.0;   ///< mean change of temperature in the last round of buoyancy
    double massError = 0.0;  ///< worst cell, share of the supply
    double heatError = 0.0;  ///< heat that leaves less heat given, share of the heat
};

/// Errors: AIR-001 nothing is supplied, AIR-002 cancelled, AIR-003 no convergence, AIR-005 rows that
/// run north.
/// Deterministic on any number of threads.
Result<AirField> solveAirField(const Layout& layout, int hall, const HallAirPlan& plan,
                               const HallAirLoad& load, const AirFieldOptions& options);

/// Shares of hot air at inlets as HallAir wants them, in the order of the plan's rows: what the
/// field finds less what the plan's zones are forced to take in at the same load. Racks that are
/// not in the field keep the plan's.
std::vector<double> rackFractions(const AirField& field, const HallAirPlan& plan,
                                  const HallAirLoad& load);

}  // namespace headroom::engine
