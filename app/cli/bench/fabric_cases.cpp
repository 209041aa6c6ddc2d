// SPDX-License-Identifier: Apache-2.0
#include "app/cli/bench/fabric_cases.h"

#include "app/cli/bench/peer.h"
#include "app/cli/process_cost.h"
#include "models/core/random.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <numeric>
#include <utility>

namespace headroom::app {

namespace {

constexpr std::uint64_t kSeed = 1;
constexpr double kLinkBytesPerS = 50e9;
constexpr double kHopS = 600e-9;
constexpr double kEqualBytes = 100e6;
constexpr int kMostRuns = 7;
constexpr double kSecondsPerCase = 3.0;
constexpr int kMostPeerCpuS = 60;

double randomBytes(models::RandomStream& random) {
    return std::floor(50e6 + 100e6 * random.uniform());
}

int below(models::RandomStream& random, int n) {
    return static_cast<int>(random.uniform() * n);
}

}  // namespace

engine::Result<Shape> fullFatTree(int radix) {
    engine::TopologySpec spec;
    spec.kind = engine::TopologyKind::FatTree;
    spec.tiers = 3;
    spec.radix = radix;
    spec.linkBytesPerS = kLinkBytesPerS;
    spec.hopLatencyS = kHopS;
    return engine::makeTopology(spec);
}

std::vector<BenchFlow> permutation(int hosts) {
    models::RandomStream random{kSeed, 1};
    std::vector<int> to(static_cast<std::size_t>(hosts));
    std::iota(to.begin(), to.end(), 0);
    for (int i = hosts - 1; i > 0; --i) {
        std::swap(to[static_cast<std::size_t>(i)],
                  to[static_cast<std::size_t>(below(random, i + 1))]);
    }
    std::vector<BenchFlow> flows;
    for (int i = 0; i < hosts; ++i) {
        const double bytes = randomBytes(random);
        if (to[static_cast<std::size_t>(i)] != i) {
            flows.push_back({i, to[static_cast<std::size_t>(i)], bytes});
        }
    }
    return flows;
}

std::vector<BenchFlow> ringStep(int hosts) {
    std::vector<BenchFlow> flows;
    for (int i = 0; i < hosts; ++i) {
        flows.push_back({i, (i + 1) % hosts, kEqualBytes});
    }
    return flows;
}

std::vector<BenchFlow> randomPairs(int hosts, int ofEach) {
    models::RandomStream random{kSeed, 2};
    std::vector<BenchFlow> flows;
    for (int i = 0; i < hosts; ++i) {
        for (int n = 0; n < ofEach; ++n) {
            const int to = (i + 1 + below(random, hosts - 1)) % hosts;
            flows.push_back({i, to, randomBytes(random)});
        }
    }
    return flows;
}

std::vector<BenchFlow> allToAll(int ranks, bool equal) {
    models::RandomStream random{kSeed, 3};
    std::vector<BenchFlow> flows;
    for (int i = 0; i < ranks; ++i) {
        for (int n = 1; n < ranks; ++n) {
            flows.push_back({i, (i + n) % ranks, equal ? kEqualBytes : randomBytes(random)});
        }
    }
    return flows;
}

engine::FlowProblem onLinks(const engine::Topology& shape, const std::vector<BenchFlow>& flows) {
    engine::FlowProblem problem;
    problem.capacity.assign(static_cast<std::size_t>(shape.links()), shape.linkBytesPerS());
    for (const BenchFlow& flow : flows) {
        engine::LinkPath path;
        shape.fixedPath(flow.source, flow.destination, engine::Routing::DModK, 0, path);
        problem.begin(1.0, flow.bytes);
        for (int h = 0; h < path.hops; ++h) {
            problem.cross(path.link[static_cast<std::size_t>(h)]);
        }
    }
    return problem;
}

engine::FlowProblem onBundles(const engine::Topology& shape, double members, double bytes,
                              const std::vector<double>& load) {
    engine::FlowProblem problem;
    problem.begin(members, bytes, 1.0, shape.linkBytesPerS());
    for (std::size_t b = 0; b < load.size(); ++b) {
        problem.capacity.push_back(shape.bundle(static_cast<int>(b)).links * shape.linkBytesPerS());
        if (load[b] > 0.0) {
            problem.cross(static_cast<std::int32_t>(b), load[b] / members);
        }
    }
    return problem;
}

double longestPathS(const engine::Topology& shape) {
    return shape.diameter() * shape.spec().hopLatencyS;
}

double bestCpuS(const std::function<void()>& work) {
    double best = INFINITY;
    const Stopwatch all;
    for (int run = 0; run < kMostRuns && (run == 0 || all.cpuS() < kSecondsPerCase); ++run) {
        const Stopwatch one;
        work();
        best = std::min(best, one.cpuS());
    }
    return best;
}

nlohmann::ordered_json bySimGrid(int radix, const std::vector<BenchFlow>& flows) {
    std::array<char, 96> head{};
    std::snprintf(head.data(), head.size(), "%d %.17g %.17g %zu\n", radix, kLinkBytesPerS, kHopS,
                  flows.size());
    std::string input = head.data();
    for (const BenchFlow& flow : flows) {
        input += std::to_string(flow.source) + " " + std::to_string(flow.destination) + " " +
                 std::to_string(std::llround(flow.bytes)) + "\n";
    }
    const auto result = runPeer("simgrid_fabric", input, kMostPeerCpuS);
    return result ? *result : nlohmann::ordered_json();
}

}  // namespace headroom::app
