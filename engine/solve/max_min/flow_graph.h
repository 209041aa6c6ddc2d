// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/solve/max_min/flow_problem.h"

#include <cstdint>
#include <span>
#include <vector>

namespace headroom::engine {

/// Part of a problem that can still stop a flow: links that cannot are gone, and the rest is in independent groups of flows
/// and links, each contiguous. Numbers here
/// are local; `flowId` and `linkId` lead back to the problem.
///
/// A link goes when it is
///   - crossed by one class only: it becomes that class's cap, or
///   - wide enough for the caps of all that cross it: it never fills, in any order of ends.
/// Both are exact, for this set of flows and for every part of it. In a permutation with one flow
/// an adapter that is most links; what is left falls apart into groups of a few flows.
struct FlowGraph {
    std::vector<std::int32_t> flowId;
    std::vector<std::int32_t> first{0};  ///< by flow, one more at the end: into link and load
    std::vector<std::int32_t> link;
    std::vector<double> load;  ///< on the link for a unit of the rate of a member: members x share
    std::vector<double> weight;
    std::vector<double> cap;  ///< of a member [bytes/s], by its own limit or a link
    std::vector<std::int32_t>
        capLink;  ///< of the problem, that makes the cap; -1 means its own limit

    std::vector<std::int32_t> linkId;
    std::vector<double> capacity;
    std::vector<std::int32_t> firstFlow;  ///< by link, one more at the end: into flow
    std::vector<std::int32_t> flow;

    std::vector<std::int32_t> groupFlow;  ///< by group, one more at the end: first flow
    std::vector<std::int32_t> groupLink;  ///< by group, one more at the end: first link

    int flows() const { return static_cast<int>(flowId.size()); }

    int links() const { return static_cast<int>(linkId.size()); }

    int groups() const { return static_cast<int>(groupFlow.size()) - 1; }
};

/// A flow that no other can slow down, or that is cut off.
struct LoneFlow {
    std::int32_t id = 0;
    double rate = 0.0;             ///< of a member [bytes/s]; 0 means cut off
    std::int32_t bottleneck = -1;  ///< link of the problem; -1 means its own limit, or nothing
};

struct ReducedFlows {
    FlowGraph graph;
    std::vector<LoneFlow> lone;
};

/// The whole problem. Negative capacities count as 0.
ReducedFlows reduceFlows(const FlowProblem& problem);

/// Rest of a graph when only these flows (local numbers) continue.
ReducedFlows reduceFlows(const FlowGraph& graph, std::span<const std::int32_t> flows);

}  // namespace headroom::engine
