// SPDX-License-Identifier: Apache-2.0
#include "app/cli/bench/fabric_cases.h"
#include "engine/fabric/traffic.h"
#include "models/core/random.h"

#include <algorithm>
#include <bit>
#include <map>
#include <span>

namespace headroom::app {

namespace {

using Json = nlohmann::ordered_json;

// A dense model of 405e9 parameters in 16 bits: tensor parallel over the 8 accelerators of a
// server, 16 stages, 1,024 replicas. Gradients and weights of a stage's slice by ring, halves of an
// all-reduce; activations of 32 micro-batches of 8,192 tokens, width 16,384, split over the tensor
// ranks, forward and back.
constexpr int kServerAdapters = 8;
constexpr int kStages = 16;
constexpr int kReplicas = 1024;
constexpr int kAccelerators = kServerAdapters * kStages * kReplicas;
constexpr double kSliceBytes = 2.0 * 405e9 / (kServerAdapters * kStages);
constexpr double kActivationBytes = 32.0 * 8192.0 * 16384.0 * 2.0 / kServerAdapters;
constexpr int kCutLinks = 100;
constexpr double kFirstTargetS = 0.3;
constexpr double kReplayTargetS = 1.0 / 60.0;
constexpr int kReplays = 100000;
constexpr int kChanges = 50;

// A phase: classes that send at the same time, and what each member sends.
struct Phase {
    std::vector<engine::TrafficClass> classes;
    std::vector<double> bytes;
};

int endpointOf(int stage, int replica, int rail) {
    return (stage * kReplicas + replica) * kServerAdapters + rail;
}

std::vector<std::int32_t> byReplica() {
    std::vector<std::int32_t> endpoints;
    for (int rail = 0; rail < kServerAdapters; ++rail) {
        for (int stage = 0; stage < kStages; ++stage) {
            for (int replica = 0; replica < kReplicas; ++replica) {
                endpoints.push_back(endpointOf(stage, replica, rail));
            }
        }
    }
    return endpoints;
}

std::vector<std::int32_t> byStage() {
    std::vector<std::int32_t> endpoints;
    for (int rail = 0; rail < kServerAdapters; ++rail) {
        for (int replica = 0; replica < kReplicas; ++replica) {
            for (int stage = 0; stage < kStages; ++stage) {
                endpoints.push_back(endpointOf(stage, replica, rail));
            }
        }
    }
    return endpoints;
}

std::vector<Phase> phasesOf(const engine::FabricNetwork& network) {
    const std::vector<std::int32_t> replicas = byReplica(), stages = byStage();
    const auto pairs = [&](int stride) {
        return engine::trafficOf(network, 0,
                                 {.pattern = engine::TrafficPattern::Pairs,
                                  .stride = stride,
                                  .groupSize = kStages,
                                  .storage = {}},
                                 stages);
    };
    const auto ring = engine::trafficOf(network, 0,
                                        {.pattern = engine::TrafficPattern::Ring,
                                         .stride = 1,
                                         .groupSize = kReplicas,
                                         .storage = {}},
                                        replicas);
    const double half = kSliceBytes * (kReplicas - 1) / kReplicas;
    return {{{pairs(1), pairs(-1)}, {kActivationBytes, kActivationBytes}},
            {{ring}, {half}},   // reduce-scatter of gradients
            {{ring}, {half}}};  // all-gather of weights
}

double phaseS(Phase& phase, std::span<const double> capacity) {
    engine::TrafficSolver().solve(phase.classes, capacity);
    double longest = 0.0;
    for (std::size_t c = 0; c < phase.classes.size(); ++c) {
        longest = std::max(longest, phase.bytes[c] / phase.classes[c].rateBytesPerS);
    }
    return longest;
}

double stepS(std::vector<Phase>& phases, std::span<const double> capacity) {
    double sum = 0.0;
    for (Phase& phase : phases) {
        sum += phaseS(phase, capacity);
    }
    return sum;
}

// Inputs of a step's time: the shapes of the jobs, the cut links, the background.
std::uint64_t keyOf(std::span<const engine::LinkId> cut, double backgroundBytesPerS) {
    std::uint64_t key = 0;
    const auto add = [&key](std::uint64_t word) {
        key = models::mix64(key * 0x9e3779b97f4a7c15ULL + word + 1);
    };
    for (const int number : {kServerAdapters, kStages, kReplicas}) {
        add(static_cast<std::uint64_t>(number));
    }
    for (const engine::LinkId link : cut) {
        add(static_cast<std::uint64_t>(link));
    }
    add(std::bit_cast<std::uint64_t>(backgroundBytesPerS));
    return key;
}

engine::LinkId randomSwitchLink(const engine::Topology& shape, models::RandomStream& random) {
    for (;;) {
        const auto link = static_cast<engine::LinkId>(random.uniform() * shape.links());
        if (shape.bundleOf(link) >= 0) {
            return link;
        }
    }
}

std::vector<double> capacityOf(const engine::Topology& shape, std::span<const engine::LinkId> cut) {
    std::vector<double> capacity;
    for (int b = 0; b < shape.bundles(); ++b) {
        capacity.push_back(shape.bundle(b).links * shape.linkBytesPerS());
    }
    for (const engine::LinkId link : cut) {
        capacity[static_cast<std::size_t>(shape.bundleOf(link))] -= shape.linkBytesPerS();
    }
    return capacity;
}

engine::Result<engine::FabricNetwork> networkOf131072() {
    engine::TopologySpec spec;
    spec.kind = engine::TopologyKind::RailOptimised;
    spec.endpoints = kAccelerators;
    spec.radix = 128;
    spec.tiers = 3;
    spec.rails = kServerAdapters;
    spec.linkBytesPerS = 50e9;
    auto shape = engine::makeTopology(spec);
    if (!shape) {
        return tl::unexpected(shape.error());
    }
    engine::FabricNetwork network;
    engine::Fabric& fabric = network.fabrics.emplace_back();
    fabric.topology = *shape;
    fabric.routing = engine::Routing::Spray;
    fabric.adapterBytesPerS = spec.linkBytesPerS;
    network.firstBundle = {0, (*shape)->bundles(), (*shape)->bundles()};
    return network;
}

}  // namespace

engine::Result<Json> trainingStepCases() {
    auto network = networkOf131072();
    if (!network) {
        return tl::unexpected(network.error());
    }
    const engine::Topology& shape = *network->fabrics[0].topology;
    models::RandomStream random{1, 9};
    std::vector<engine::LinkId> cut;
    for (int n = 0; n < kCutLinks; ++n) {
        cut.push_back(randomSwitchLink(shape, random));
    }
    std::sort(cut.begin(), cut.end());
    cut.erase(std::unique(cut.begin(), cut.end()), cut.end());

    std::vector<Phase> phases;
    double networkS = 0.0;
    const double firstS = bestCpuS([&] {
        phases = phasesOf(*network);
        networkS = stepS(phases, capacityOf(shape, cut));
    });
    std::map<std::uint64_t, double> known = {{keyOf(cut, 0.0), networkS}};
    double replayedS = 0.0;
    const double replayCpuS = bestCpuS([&] {
        replayedS = 0.0;
        for (int n = 0; n < kReplays; ++n) {
            replayedS += known.at(keyOf(cut, 0.0));
        }
    });
    // Another link fails before every step: loads are kept, rates are solved anew.
    const double changeCpuS = bestCpuS([&] {
        std::vector<engine::LinkId> more = cut;
        for (int n = 0; n < kChanges; ++n) {
            more.push_back(randomSwitchLink(shape, random));
            known[keyOf(more, 0.0)] = stepS(phases, capacityOf(shape, more));
        }
    });

    Json first, replayed, changed;
    first["accelerators"] = kAccelerators;
    first["cut_links"] = cut.size();
    first["bundles"] = shape.bundles();
    first["cpu_s"] = firstS;
    first["target_s"] = kFirstTargetS;
    first["makespan_ms"] = 1e3 * networkS;
    first["makespan_without_cuts_ms"] = 1e3 * stepS(phases, capacityOf(shape, {}));
    replayed["cpu_s"] = replayCpuS / kReplays;
    replayed["target_s"] = kReplayTargetS;
    replayed["makespan_ms"] = 1e3 * replayedS / kReplays;
    changed["cpu_s"] = changeCpuS / kChanges;
    Json json;
    json["n9_step_131072_first"] = std::move(first);
    json["n9_step_131072_replayed"] = std::move(replayed);
    json["n9_step_131072_after_a_cut"] = std::move(changed);
    return json;
}

}  // namespace headroom::app
