// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/air/field/grid.h"
#include "engine/base/error.h"

#include <atomic>
#include <functional>
#include <span>
#include <vector>

/// The air of one hall in three dimensions, as a mean over time.
///
/// Flow (flow.h) and heat (carried.h) move on together from rest at supply temperature. One air change is the volume
/// of the hall over the larger of supply and racks' flow. After kRunIn air changes the inlets of two periods of
/// kPeriod air changes are compared. The field has settled when they differ by at most kSettledMeanK in the mean and
/// kSettledRackK at any rack. Otherwise the older period is dropped and one more follows, up to kMostChanges air
/// changes. The result is the mean over both periods, and says whether it settled and how much inlets sway.
/// The mean flow is projected once more, so that it conserves mass to rounding.
///
/// The field shows where supply air goes by the position and the momentum of handlers, tiles, racks and panels, and
/// the inlets by rack and by height. Five halls were compared with OpenFOAM (steady k-epsilon, 0.125 m). Cells of 0.25 m
/// miss the mean inlet by up to 1.0 K and single racks by up to 2.0 K. Coarser cells miss them by more:
/// 0.6 m by 1.2 K in the mean in one of the halls.
/// `headroom-cli validate --kind air` prints the table.
/// Limits: it ignores radiation, heat of walls, fans that slow down, and obstacles thinner than a cell.
namespace headroom::engine {

struct AirFieldOptions {
    double cellM = 0.0;  ///< 0 means airCellM()
    int threads = 2;
    bool buoyancy = true;                  ///< warm air rises
    std::function<void(double)> progress;  ///< 0..1, on the calling thread
    const std::atomic<bool>* cancel = nullptr;
};

/// Bounds of any air in a hall. A file with colder or hotter air is damaged.
inline constexpr double kColdestAirC = -100.0, kHottestAirC = 500.0;

/// Result of a field for one rack.
struct RackAirResult {
    int rack = 0;  ///< of the layout
    double inletC = 0.0, outletC = 0.0;
    double maxInletC = 0.0;    ///< of the warmest cell before its front
    double topInletC = 0.0;    ///< mean of the top third of its front
    double hotFraction = 0.0;  ///< of the air at its inlet, that racks blew out
    double flowM3PerS = 0.0, heatW = 0.0;
    double swayK = 0.0;  ///< standard deviation of its inlet over time
};

struct AirField {
    PaddedGrid cells;
    double x0 = 0.0, y0 = 0.0,
           z0 = 0.0;  ///< lowest corner; z0 from the floor, below 0 with a plenum
    double sizeX = 0.0, sizeY = 0.0, sizeZ = 0.0;
    std::vector<unsigned char> solid;           ///< by padded index, as all below
    std::vector<float> temperatureC;            ///< mean of the return in solid cells
    std::vector<float> speedX, speedY, speedZ;  ///< [m/s] at centres
    std::vector<float> hotFraction;
    std::vector<std::size_t> supplyCells, outletCells;  ///< where supply and rack air come in
    std::vector<RackAirResult> racks;  ///< those with a way for their air, in layout order
    std::vector<int> closedRacks;
    double supplyM3PerS = 0.0, supplyC = 0.0;
    double returnC = 0.0;  ///< by balance: supply, and all heat over the supply's flow
    AirIndices indices;
    double cellM = 0.0;
    int openCells = 0;
    long steps = 0, iterations = 0;
    double simulatedS = 0.0;
    int periods = 0;  ///< that were compared
    bool settled = false;
    double settledMeanK = 0.0,
           settledRackK = 0.0;  ///< change between the last two periods: mean, worst rack
    double massError = 0.0;     ///< worst cell, share of the supply
    double heatError = 0.0;     ///< heat that left meanwhile less heat given, share of the heat
};

/// Errors: AIR-001 nothing is supplied, AIR-002 cancelled, AIR-003 no numbers came out, AIR-005 rows that run north.
/// A field that has not settled is not an error: `settled` says so.
/// Deterministic on any number of threads.
Result<AirField> solveAirField(const Layout& layout, int hall, const HallAirPlan& plan,
                               const HallAirLoad& load, const AirFieldOptions& options);

}  // namespace headroom::engine
