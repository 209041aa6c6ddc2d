// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/solve/max_min/flow_problem.h"

#include <cstdint>
#include <vector>

/// Rates by progressive filling: raise all members' rates in proportion to their weights until a link is full or a cap is
/// met; freeze those that it stops; continue with the rest.
/// Source: Bertsekas and Gallager, Data Networks, section 6.5.2.
///
/// Valid for lossless fabrics with end-to-end congestion control at the time scale of a message;
/// it knows no queues: tails of short flows are optimistic (facts: 10-25 % at p99 against a packet
/// simulator), see models/network for the tail factor.
namespace headroom::engine {

/// A capacity of 0 or less, or not a number, is a cut link. Weights are above 0; a share of 0 is not a crossing.
struct Rates {
    /// By class: of one member [bytes/s]. 0 over a cut link; the cap, or infinite without one,
    /// where nothing is crossed.
    std::vector<double> rate;
    std::vector<std::int32_t>
        bottleneck;  ///< by class: link that stops it; -1 means its cap, or nothing
};

/// Links that can stop nobody are dropped (flow_graph.h), the rest is filled group
/// by group with a heap of links (water_fill.h): O((incidences + links) log links).
Rates fill(const FlowProblem& problem);

}  // namespace headroom::engine
