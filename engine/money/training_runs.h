// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/money/carbon.h"
#include "engine/money/cost.h"
#include "engine/sheet/sheet.h"

#include <string>
#include <vector>

namespace headroom::engine {

/// Cost of one whole run of a training job of the project, from its held time and training in the simulated year: failures,
/// restarts and checkpoints are in it, waiting in the queue is not.
///
///   accelerator hours = tokens of the run x hours held / tokens trained
///   cost, carbon      = that x those of a used accelerator hour
struct TrainingRunCost {
    std::string id, name;
    double accelerators = 0.0;
    double tokens = 0.0;            ///< of the whole run
    double acceleratorHours = 0.0;  ///< NaN: nothing was trained in the year
    double energyJ =
        0.0;  ///< of the facility, for its own accelerators; those that are idle are not in it
    double cost = 0.0;      ///< in the currency of the project
    double carbonKg = 0.0;  ///< with what was made for it
    std::string why;        ///< a sentence where nothing was trained in the year

    double days() const { return acceleratorHours / (24.0 * accelerators); }
};

/// One of each training job, copies counted once. Jobs of generators and traces are not of them.
std::vector<TrainingRunCost> trainingRuns(const CostBasis& basis, const Cost& cost,
                                          const Carbon& carbon);

Sheet trainingRunsSheet(const std::vector<TrainingRunCost>& runs, const std::string& currency);

}  // namespace headroom::engine
