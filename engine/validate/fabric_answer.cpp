// SPDX-License-Identifier: Apache-2.0
#include "engine/base/index.h"
#include "engine/solve/max_min/flow_run.h"
#include "engine/validate/fabric_case.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <random>
#include <utility>

namespace headroom::engine {

namespace {

constexpr double kMostFlows = 4e6;

// Requirement of a case; empty where the pattern cannot yield it.
using Answer = std::optional<double>;

std::vector<Message> messagesOf(const FabricCase& fabric, const Topology& topology) {
    const int n = topology.endpoints();
    std::vector<Message> messages;
    if (fabric.pattern == "shift") {
        for (int e = 0; e < n; ++e) {
            messages.push_back(
                {e, static_cast<int>((std::int64_t{e} + fabric.stride) % n), fabric.bytes});
        }
    } else if (fabric.pattern == "incast") {
        for (int e = 1; e <= std::min(fabric.senders, n - 1); ++e) {
            messages.push_back({e, 0, fabric.bytes});
        }
    } else if (fabric.pattern == "all_to_all") {
        const int ranks = fabric.ranks > 0 ? std::min(fabric.ranks, n) : n;
        if (static_cast<double>(ranks) * ranks > kMostFlows) {
            return messages;
        }
        for (int a = 0; a < ranks; ++a) {
            for (int b = 0; b < ranks; ++b) {
                if (a != b) {
                    messages.push_back({a, b, fabric.bytes});
                }
            }
        }
    }
    return messages;
}

// Time until the last byte, with the latency of the longest path.
Answer makespanMs(const FabricCase& fabric, const Topology& topology) {
    const std::vector<Message> messages = messagesOf(fabric, topology);
    if (messages.empty() || fabric.bytes <= 0.0) {
        return std::nullopt;
    }
    const RoutedFlows routed = routeFlows(topology, messages, fabric.routing);
    FlowRunOptions options;
    options.latencyS = routed.worstLatencyS;
    const FlowRun run = runFlows(routed.problem, options);
    return run.makespanS * 1e3;
}

/// Load of each bundle for a byte from every endpoint, by the routing.
using Loader = std::function<void(Routing, std::span<double>)>;

/// Members of each leaf.
std::vector<double> membersOf(const Topology& topology) {
    std::vector<double> members(at(topology.leaves()), 0.0);
    for (int e = 0; e < topology.endpoints(); ++e) {
        members[at(topology.leafOf(e))] += 1.0;
    }
    return members;
}

// "Remote": not through one's own leaf; of a dragonfly, not in one's own group.
bool remote(const Topology& topology, int from, int to) {
    const TopologyKind kind = topology.spec().kind;
    const bool byGroup = kind == TopologyKind::Dragonfly || kind == TopologyKind::DragonflyPlus;
    return byGroup ? topology.groupOfLeaf(from) != topology.groupOfLeaf(to) : from != to;
}

void addRemoteUniform(const Topology& topology, Routing routing, std::span<double> load) {
    const std::vector<double> members = membersOf(topology);
    for (int from = 0; from < topology.leaves(); ++from) {
        double others = 0.0;
        for (int to = 0; to < topology.leaves(); ++to) {
            others += remote(topology, from, to) ? members[at(to)] : 0.0;
        }
        for (int to = 0; others > 0.0 && to < topology.leaves(); ++to) {
            const double pairs = members[at(from)] * members[at(to)];
            if (pairs > 0.0 && remote(topology, from, to)) {
                topology.addPair(from, to, routing, pairs / others, load);
            }
        }
    }
}

// Every endpoint to the one in its place `stride` groups on.
void addGroupShift(const Topology& topology, int stride, Routing routing, std::span<double> load) {
    const std::vector<double> members = membersOf(topology);
    const int groups = topology.groups(), size = topology.leaves() / groups;
    for (int leaf = 0; leaf < topology.leaves(); ++leaf) {
        const int group = static_cast<int>((std::int64_t{leaf / size} + stride) % groups);
        const int to = group * size + leaf % size;
        topology.addPair(leaf, to, routing, members[at(leaf)], load);
    }
}

std::optional<Loader> loaderOf(const FabricCase& fabric, const Topology& topology) {
    if (fabric.pattern == "all_remote_uniform") {
        return [&topology](Routing routing, std::span<double> load) {
            addRemoteUniform(topology, routing, load);
        };
    }
    if (fabric.pattern == "all_to_all_uniform") {
        return [&topology](Routing routing, std::span<double> load) {
            topology.addUniform(membersOf(topology), routing, 1.0, load);
        };
    }
    if (fabric.pattern == "group_shift") {
        return [&topology, &fabric](Routing routing, std::span<double> load) {
            addGroupShift(topology, fabric.stride, routing, load);
        };
    }
    return std::nullopt;
}

// Bytes/s that every endpoint can send at once: what the fullest bundle allows, at most what its
// adapter injects (a port of each plane; of a torus, its own links).
Answer rateOfNode(const FabricCase& fabric, const Topology& topology) {
    const auto loader = loaderOf(fabric, topology);
    if (!loader) {
        return std::nullopt;
    }
    const Routing routing = fabric.routing.routing;
    std::vector<double> load(at(topology.bundles()), 0.0);
    (*loader)(routing == Routing::Ugal ? Routing::Minimal : routing, load);
    const double line = topology.spec().planes * topology.linkBytesPerS();
    if (routing == Routing::Ugal) {
        std::vector<double> detours(load.size(), 0.0);
        (*loader)(Routing::Valiant, detours);
        std::vector<double> offered(load), around(detours);
        for (std::size_t b = 0; b < load.size(); ++b) {
            offered[b] *= line;
            around[b] *= line;
        }
        const double share = ugalDetour(topology, offered, around);
        for (std::size_t b = 0; b < load.size(); ++b) {
            load[b] = (1.0 - share) * load[b] + share * detours[b];
        }
    }
    double rate = topology.counts().hostCables > 0 ? line : std::numeric_limits<double>::infinity();
    for (int b = 0; b < topology.bundles(); ++b) {
        if (load[at(b)] > 0.0) {
            rate =
                std::min(rate, topology.bundle(b).links * topology.linkBytesPerS() / load[at(b)]);
        }
    }
    return rate;
}

// Mean max-min rate of random permutations, hashed anew for each seed; of the flows that leave
// their leaf: the others meet no choice of routing.
Answer meanRateOfPermutations(const FabricCase& fabric, const Topology& topology) {
    if (fabric.pattern != "random_permutation") {
        return std::nullopt;
    }
    std::vector<int> to(at(topology.endpoints()));
    std::vector<Message> messages(to.size());
    double sum = 0.0;
    std::int64_t senders = 0;
    for (int seed = 1; seed <= fabric.seeds; ++seed) {
        std::mt19937 random(static_cast<unsigned>(seed));
        std::iota(to.begin(), to.end(), 0);
        for (std::size_t i = to.size(); i > 1; --i) {
            std::swap(to[i - 1], to[random() % i]);
        }
        for (std::size_t e = 0; e < to.size(); ++e) {
            messages[e] = {static_cast<int>(e), to[e], 1.0};
        }
        RouteOptions options = fabric.routing;
        options.seed = static_cast<std::uint64_t>(seed);
        const RoutedFlows routed = routeFlows(topology, messages, options);
        const std::vector<double> rate = fill(routed.problem).rate;
        for (std::size_t c = 0; c < rate.size(); ++c) {
            const Message& message = messages[at(routed.flowOf[c])];
            const bool leaves =
                topology.leafOf(message.source) != topology.leafOf(message.destination);
            sum += leaves ? rate[c] : 0.0;
        }
        senders += std::count_if(messages.begin(), messages.end(), [&](const Message& message) {
            return topology.leafOf(message.source) != topology.leafOf(message.destination);
        });
    }
    if (senders == 0) {
        return std::nullopt;
    }
    const double line = topology.spec().planes * topology.linkBytesPerS();
    return sum / static_cast<double>(senders) / line;
}

}  // namespace

std::optional<double> fabricAnswer(const std::string& quantity, const FabricCase& fabric,
                                   const Topology& topology) {
    const TopologyCounts counts = topology.counts();
    const double line = topology.spec().planes * topology.linkBytesPerS();
    const std::array kCounts = {
        std::pair{"hosts", counts.endpoints}, std::pair{"switches", counts.switches},
        std::pair{"switch_links", counts.switchCables},
        std::pair{"circuit_switches", counts.circuitSwitches},
        std::pair{"global_links", counts.cablesByTier[static_cast<std::size_t>(LinkTier::Global)]}};
    for (const auto& [name, value] : kCounts) {
        if (quantity == name) {
            return static_cast<double>(value);
        }
    }
    if (quantity == "makespan") {
        return makespanMs(fabric, topology);
    }
    if (quantity == "bisection") {
        return topology.bisectionBytesPerS();
    }
    if (quantity == "bisection_fraction") {
        return topology.bisectionBytesPerS() / (0.5 * topology.endpoints() * line);
    }
    if (quantity == "diameter") {
        return topology.diameter();
    }
    if (quantity == "mean_rate_fraction") {
        return meanRateOfPermutations(fabric, topology);
    }
    if (quantity == "rate_per_node") {
        return rateOfNode(fabric, topology);
    }
    if (quantity == "throughput_fraction") {
        const Answer rate = rateOfNode(fabric, topology);
        return rate ? Answer(*rate / line) : rate;
    }
    return std::nullopt;
}

}  // namespace headroom::engine
