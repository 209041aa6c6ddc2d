// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/solve/max_min/max_min.h"

#include <cstdint>
#include <vector>

namespace headroom::engine {

struct FlowRunOptions {
    /// 0 means exact. Above: flows that end within this share of the time since the start after the next
    /// end are retired together, at the mean of their ends by rate, so that what the early ones
    /// leave unused pays for what the late ones still take. Each keeps its own end.
    ///
    /// The last hundred or so of a group are run exactly.
    ///
    /// Error, measured against exact runs (300 of random flows, 1 to 16 a host, and an unequal
    /// all-to-all): makespan within a quarter of this share, the mean flow within a tenth, no flow
    /// off by much more than the share itself, in either direction. Max-min rates are not
    /// monotone, so there is no bound for every case. It saves most solves: at 1 % all but some
    /// hundred of any number.
    double retireWithin = 0.0;
    double latencyS = 0.0;  ///< added to each flow's end
};

struct FlowRun {
    std::vector<double> finishS;  ///< by class; infinite where it is cut off
    double makespanS = 0.0;       ///< of those that finish
    std::int64_t solves = 0;      ///< of groups of flows that share links
};

/// Runs all flows from time 0 to their ends. Groups of flows that share no link are run one by one
/// (nothing joins them later), and fall apart further on the way; in a group, an end changes only
/// the rates at or above the level of the flow that ended (water_fill.h). The members of a class
/// end together. Flows without bytes end at once; those that cross nothing go at their cap, and
/// take no time if they have none. Ends that differ by less than 1e-12 of the time are one.
FlowRun runFlows(const FlowProblem& problem, const FlowRunOptions& options = {});

}  // namespace headroom::engine
