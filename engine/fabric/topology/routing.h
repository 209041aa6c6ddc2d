// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/fabric/topology/topology.h"
#include "engine/solve/max_min/flow_problem.h"

#include <cstdint>
#include <span>
#include <vector>

namespace headroom::engine {

/// One message from an endpoint to another.
struct Message {
    int source = 0, destination = 0;
    double bytes = 0.0;
};

/// Links that are not as built: 1 whole, 0 cut. Sorted by link; the others are whole.
struct LinkState {
    LinkId link = 0;
    double factor = 1.0;
};

struct RouteOptions {
    Routing routing = Routing::Ecmp;
    std::uint64_t seed = 1;
    int queuePairs = 1;  ///< Ecmp, Minimal, Adaptive, Ugal: sub-flows, each on a path of its own
    int rounds = 4;      ///< Adaptive, Ugal: passes over the flows
    int samples = 16;  ///< Spray, Valiant: paths that a flow is split over at most; Adaptive, Ugal:
                       ///< paths that a sub-flow looks at in each round
};

/// Flows with their links: the problem that a rate solver takes, and who belongs to whom.
struct RoutedFlows {
    FlowProblem problem;           ///< links numbered as in the topology
    std::vector<int> flowOf;       ///< by class: the flow that it is, or a sub-flow of it
    std::vector<int> unreachable;  ///< flows without a whole path: their classes have no links, and
                                   ///< a cap of 0
    double worstLatencyS = 0.0;    ///< hops times the latency of a hop, of the longest path
};

/// Chooses paths for flat flows around cut links, as routing that has converged does: a hash that
/// hits a cut link is drawn again among the paths that are whole; where the routing's set has none,
/// the shortest whole path of the shape is taken (in trees: that goes up, then down).
/// Deterministic for a seed.
RoutedFlows routeFlows(const Topology& topology, std::span<const Message> flows,
                       const RouteOptions& options, std::span<const LinkState> states = {});

/// Share of the traffic that UGAL sends by detours: none while the minimal paths carry it, else
/// what makes the most loaded link least loaded. Loads [bytes/s] by bundle, of the same traffic
/// routed by Minimal and by Valiant.
double ugalDetour(const Topology& topology, std::span<const double> minimal,
                  std::span<const double> valiant);

}  // namespace headroom::engine
