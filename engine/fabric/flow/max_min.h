// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/fabric/flow/flow_problem.h"

#include <cstdint>
#include <vector>

/// Rates by progressive filling: raise all members' rates in proportion to their weights until a
/// link is full or a cap is met; freeze those that it stops; go on with the rest.
/// Source: Bertsekas and Gallager, Data Networks, section 6.5.2.
///
/// Valid for lossless fabrics with end-to-end congestion control at the time scale of a message;
/// it knows no queues: tails of short flows are optimistic (facts: 10-25 % at p99 against a packet
/// simulator), see models/network for the tail factor.
namespace headroom::engine {

struct Rates {
    std::vector<double> rate;              ///< by class: of one member [bytes/s]; 0 over a cut link
    std::vector<std::int32_t> bottleneck;  ///< by class: link that stops it; -1: its cap
};

/// The plain method, the oracle of the tests: no shortcut, O(links x rounds).
Rates fillPlainly(const FlowProblem& problem);

/// The same rates with a heap of links: O((incidences + links) log links).
Rates fill(const FlowProblem& problem);

/// The same rates through the coarsest equitable partition of flows and links (colour refinement):
/// for symmetric traffic a few classes stand for a million flows. Exact.
struct Quotient {
    FlowProblem problem;                    ///< classes and link classes
    std::vector<std::int32_t> classOf;      ///< by class of the original
    std::vector<std::int32_t> linkClassOf;  ///< by link of the original; -1: unused
};

Quotient quotientOf(const FlowProblem& problem);
Rates fillByClasses(const FlowProblem& problem);

}  // namespace headroom::engine
