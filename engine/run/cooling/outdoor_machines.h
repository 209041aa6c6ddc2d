// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/plant/plant.h"
#include "models/cooling/cooling_tower.h"
#include "models/facility/weather.h"

#include <optional>

namespace headroom::engine {

/// Water that leaves the outdoor machines of a loop, and the power of their fans for it.
struct OutdoorWater {
    double leavingC = 0.0, fanW = 0.0;
};

/// Towers or dry coolers of a loop at the present flow of their water, and what they do at an air flow: effectiveness
/// towards a sink (models/cooling/cooling_tower.h, dry_cooler.h), fan power, water.
struct OutdoorMachines {
    bool tower = false;
    int link = -1;        ///< -1 if the loop has neither
    double units = 0.0;   ///< whose fans may run
    double fanned = 0.0;  ///< those over all that have water
    double wPerK = 0.0, waterRatio = 0.0, inC = 0.0;
    double kept = 1.0;                      ///< of its transfer units, by fouling
    std::optional<models::TowerCell> cell;  ///< at its water and weather

    // at the air flow of the last at()
    double eps = 0.0, sinkC = 0.0, fanW = 0.0, waterKgPerS = 0.0;
    /// Share of a tower's heat that evaporates water; above 1 where the air warms its dry cells.
    double wetShare = 1.0;

    /// At an air flow, as a share of full air. `served`: share of the demand for make-up water that is met.
    void at(const PlantLoop& l, const models::Weather& w, double airRatio, double served);

    /// Temperature at which the water leaves while it brings that heat, with the effectiveness found last. `share`: of the cells
    /// that run.
    double restsC(double share, double heatW) const;

    /// Heat rejected, and fan power, for a given heat and outlet set-point of the water. Fans run at full
    /// speed if the set-point is not reached. `share`: of the cells that run.
    OutdoorWater held(const PlantLoop& l, const models::Weather& w, double share, double heatW,
                      double targetC, double served) const;
};

}  // namespace headroom::engine
