// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/fabric/flow/max_min.h"

#include <vector>

namespace headroom::engine {

struct FlowRunOptions {
    /// Completions within this share of the time that the next one takes, counted from the last,
    /// are retired together: 0 exact; 0.01 costs about half a percent of the makespan and saves
    /// most re-solves.
    double retireWithin = 0.0;
    double latencyS = 0.0;  ///< added to each flow's finish
};

struct FlowRun {
    std::vector<double> finishS;  ///< by class; infinite where it is cut off
    double makespanS = 0.0;       ///< of those that finish
    std::int64_t solves = 0;      ///< component solves
};

/// Runs all flows from time 0 to completion, rates re-solved at each completion, only in the
/// connected component of what ended.
FlowRun runFlows(const FlowProblem& problem, const FlowRunOptions& options = {});

}  // namespace headroom::engine
