// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/grid/grid_hours.h"
#include "engine/grid/hour_limit.h"
#include "engine/plant/plant.h"

#include <vector>

namespace headroom::engine {

/// Hours of a plant whose operation follows price or carbon. In some hours accelerators have a power limit,
/// and the meters of money and carbon count by the hour.
struct PlantHours {
    HourLimit limit;
    GridHours grid;
    std::vector<models::AcceleratorSpec> accelerators;  ///< by block, as the limit leaves them
};

/// Whether the limit holds at a moment of the run.
bool isHourLimited(const Plant& plant, double timeS);

/// When it next begins or ends after that moment of the run; infinity: never.
double hourLimitChangesS(const Plant& plant, double timeS);

/// The accelerators of a block at a moment of the run: under the limit where it holds.
const models::AcceleratorSpec& acceleratorsAt(const Plant& plant, std::size_t block, double timeS);

/// Price and emission of the grid's energy at a moment of the run, over the plant's one price (or that of its peak hours)
/// and its one intensity [USD/J, kg/J].
struct HourlyDifference {
    double usdPerJ = 0.0, kgPerJ = 0.0;
};

HourlyDifference hourlyDifference(const Plant& plant, double timeS, bool isPeak);

}  // namespace headroom::engine
