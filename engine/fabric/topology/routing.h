// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/fabric/flow/flow_problem.h"
#include "engine/fabric/topology/topology.h"

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
    int queuePairs = 1;  ///< Ecmp: sub-flows with a hash each
    int rounds = 4;      ///< Adaptive, Ugal: passes over the flows
    int samples = 16;    ///< Spray, Valiant, Adaptive: paths that one flow is split over at most
                         ///< where the set is larger and has no closed form
};

/// Flows with their links: the problem that a rate solver takes, and who belongs to whom.
struct RoutedFlows {
    FlowProblem problem;           ///< links numbered as in the topology
    std::vector<int> unreachable;  ///< flows without a whole path (cut off); they have no links
    double worstLatencyS = 0.0;    ///< hops times the latency of a hop, of the longest path
};

/// Chooses paths for flat flows around cut links: hashes that hit a cut link go to the next whole
/// path, as routing that has converged does. Deterministic for a seed.
RoutedFlows routeFlows(const Topology& topology, std::span<const Message> flows,
                       const RouteOptions& options, std::span<const LinkState> states = {});

/// What hashing does to n equal flows with q queue pairs each over u equal links whose sum just
/// carries them: rates over the fair rate. Balls into bins.
struct HashSpread {
    double mean = 1.0;
    double slowest = 1.0;  ///< expected rate of the slowest flow: what a synchronous step waits for
};

/// Source and validity in the .cpp; measured against the plain solver in the tests.
HashSpread hashSpread(int flows, int queuePairs, int links);

}  // namespace headroom::engine
