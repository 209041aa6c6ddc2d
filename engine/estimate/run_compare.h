// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/document/catalogue.h"
#include "engine/estimate/run_log.h"
#include "engine/estimate/training.h"

#include <string>
#include <vector>

/// A measured training run next to its estimate: how far off it is, and which single change of the estimate would
/// take as long as the run did.
namespace headroom::engine {

struct RunSuspect {
    std::string change;  ///< "full recomputation"
    double stepS = 0.0;  ///< of the estimate with it
    double share = 0.0;  ///< of the gap that it explains: 1: all of it
    std::string look;    ///< what to look at
};

struct RunComparison {
    double measuredS = 0.0;  ///< of a step with the estimate's batch
    double estimatedS = 0.0;
    double slower = 0.0;               ///< measured over estimated, less 1
    bool inside = false;               ///< of the estimate's 90 % interval
    std::vector<RunSuspect> suspects;  ///< those that explain at least a quarter, nearest first
    std::vector<std::string> notes;
};

/// `log` is one of training. RLG-003: it states neither times with a batch nor tokens.
Result<RunComparison> compareRun(const TrainingQuestion& question, const TrainingEstimate& estimate,
                                 const RunLog& log, const Catalogue& catalogue);

/// One message size of nccl-tests next to the models.
struct CollectiveFigure {
    double bytes = 0.0;
    double measuredGbPerS = 0.0, estimatedGbPerS = 0.0;  ///< bus bandwidth, GB/s
    std::string bound;                                   ///< by the estimate
};

/// Sizes of 1 MiB and more, on the cluster. RLG-003: the log names no collective that is known, or no ranks.
Result<std::vector<CollectiveFigure>> compareCollective(const EstimateCluster& cluster,
                                                        const RunLog& log);

}  // namespace headroom::engine
