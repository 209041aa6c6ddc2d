// SPDX-License-Identifier: Apache-2.0
#include "app/cli/bench/bench.h"
#include "app/cli/bench/fabric_cases.h"
#include "engine/solve/max_min/flow_run.h"

#include <cmath>
#include <numeric>
#include <optional>
#include <utility>

namespace headroom::app {

namespace {

using Json = nlohmann::ordered_json;

constexpr double kRetireWithin = 0.01;

// Time of others for the case or one like it (same network, same kind of traffic, other random numbers) on one core of a
// machine of this class; SimGrid 3.32 in its best configuration.
struct Measured {
    const char* peer = "SimGrid 3.32";
    double cpuS = 0.0;
};

constexpr Measured kBuild65536 = {"SimGrid 3.32", 43.0};
constexpr Measured kPermutation65536 = {"SimGrid 3.32", 77.5};
constexpr Measured kRing65536 = {"SimGrid 3.32", 42.4};
constexpr Measured kCoupled8192 = {"SimGrid 3.32", 99.5};
constexpr Measured kUnequalAllToAll128 = {"SimGrid 3.32", 231.0};
// One switch only; it has no network of several tiers.
constexpr Measured kAllToAll1024 = {"ASTRA-sim analytical, one switch", 0.70};
constexpr Measured kUnequal8192 = {"ASTRA-sim analytical, one switch", 3.39};

struct Ours {
    double generateS = 0.0;  // routes, or loads in closed form
    double runS = 0.0;
    engine::FlowRun run;
    std::size_t flows = 0;
};

Ours measure(std::size_t flows, const std::function<engine::FlowProblem()>& generate,
             const engine::FlowRunOptions& options) {
    Ours ours;
    ours.flows = flows;
    engine::FlowProblem problem;
    ours.generateS = bestCpuS([&] { problem = generate(); });
    ours.runS = bestCpuS([&] { ours.run = engine::runFlows(problem, options); });
    return ours;
}

Json row(const Ours& ours, std::optional<double> targetS = {}) {
    Json json;
    json["flows"] = ours.flows;
    json["generate_s"] = ours.generateS;
    json["run_s"] = ours.runS;
    json["cpu_s"] = ours.generateS + ours.runS;
    if (targetS) {
        json["target_s"] = *targetS;
    }
    json["makespan_ms"] = 1e3 * ours.run.makespanS;
    json["solves"] = ours.run.solves;
    return json;
}

void addMeasured(Json& json, const Measured& measured) {
    json["peer"] = std::string(measured.peer) + ", measured before";
    json["peer_cpu_s"] = measured.cpuS;
    json["times"] = measured.cpuS / json["cpu_s"].get<double>();
}

// SimGrid's time for the same flows, from this run. Its network is built in advance, as ours is.
void addSimGrid(Json& json, const Ours& ours, int radix, const std::vector<BenchFlow>& flows) {
    const Json peer = bySimGrid(radix, flows);
    if (!peer.is_object()) {
        json["peer"] = "SimGrid, not run: build simgrid_fabric";
        return;
    }
    json["peer"] = "SimGrid, this run";
    json["peer_build_cpu_s"] = peer["build_cpu_s"];
    json["peer_cpu_s"] = peer["run_cpu_s"];
    json["times"] = peer["run_cpu_s"].get<double>() / json["cpu_s"].get<double>();
    const double makespanS = peer["makespan_s"].get<double>();
    json["peer_makespan_ms"] = 1e3 * makespanS;
    json["makespan_difference_pct"] = 100.0 * (ours.run.makespanS / makespanS - 1.0);
}

Json buildCase(int radix) {
    Json json;
    Shape shape;
    std::vector<double> capacity;
    json["cpu_s"] = bestCpuS([&] {
        shape = *fullFatTree(radix);
        capacity.assign(static_cast<std::size_t>(shape->links()), shape->linkBytesPerS());
    });
    json["target_s"] = 0.02;
    json["hosts"] = shape->endpoints();
    json["switches"] = shape->counts().switches;
    json["directed_links"] = shape->links();
    json["held_mb"] = static_cast<double>(capacity.size() * sizeof(double)) / 1e6;
    addMeasured(json, kBuild65536);
    return json;
}

// Every flow by itself, by D-mod-K.
Ours flat(const engine::Topology& shape, const std::vector<BenchFlow>& flows,
          double retireWithin = 0.0) {
    return measure(flows.size(), [&] { return onLinks(shape, flows); },
                   {.retireWithin = retireWithin, .latencyS = longestPathS(shape)});
}

// A step of a ring over all hosts: what leaves a leaf, on bundles.
Ours ringThroughBundles(const engine::Topology& shape) {
    const int hosts = shape.endpoints();
    const auto generate = [&] {
        std::vector<double> load(static_cast<std::size_t>(shape.bundles()), 0.0);
        for (int leaf = 0; leaf < shape.leaves(); ++leaf) {
            shape.addPair(leaf, (leaf + 1) % shape.leaves(), engine::Routing::DModK, 1.0, load);
        }
        return onBundles(shape, hosts, 100e6, load);
    };
    return measure(static_cast<std::size_t>(hosts), generate, {.latencyS = longestPathS(shape)});
}

// Everybody to everybody in equal parts: the load on every bundle in closed form.
Ours allToAllByLoad(const engine::Topology& shape, double bytesPerPair) {
    const int ranks = shape.endpoints();
    const auto generate = [&] {
        std::vector<double> load(static_cast<std::size_t>(shape.bundles()), 0.0);
        std::vector<double> members(static_cast<std::size_t>(shape.leaves()), 0.0);
        for (int e = 0; e < ranks; ++e) {
            members[static_cast<std::size_t>(shape.leafOf(e))] += 1.0;
        }
        shape.addUniform(members, engine::Routing::DModK, 1.0, load);
        return onBundles(shape, ranks, bytesPerPair * (ranks - 1), load);
    };
    return measure(static_cast<std::size_t>(ranks) * static_cast<std::size_t>(ranks - 1), generate,
                   {.latencyS = longestPathS(shape)});
}

// Exact, and with ends within 1 % retired together: both, and how far they are apart.
void addCoupled(Json& cases, const std::string& name, const engine::Topology& shape,
                const std::vector<BenchFlow>& flows, std::optional<double> exactTargetS,
                double targetS, const Measured& measured) {
    const Ours exact = flat(shape, flows);
    Json exactRow = row(exact, exactTargetS);
    addMeasured(exactRow, measured);
    const Ours coarse = flat(shape, flows, kRetireWithin);
    Json coarseRow = row(coarse, targetS);
    coarseRow["makespan_error_pct"] = 100.0 * (coarse.run.makespanS / exact.run.makespanS - 1.0);
    double sum = 0.0;
    for (std::size_t f = 0; f < flows.size(); ++f) {
        sum += std::abs(coarse.run.finishS[f] / exact.run.finishS[f] - 1.0);
    }
    coarseRow["flow_error_pct"] = 100.0 * sum / static_cast<double>(flows.size());
    addMeasured(coarseRow, measured);
    cases[name + "_exact"] = std::move(exactRow);
    cases[name + "_within_1_pct"] = std::move(coarseRow);
}

// The sizes that SimGrid can do next to us.
void addSmall(Json& cases, int radix, const engine::Topology& shape) {
    const std::string hosts = std::to_string(shape.endpoints());
    const std::vector<BenchFlow> random = permutation(shape.endpoints());
    const Ours run = flat(shape, random);
    Json json = row(run);
    addSimGrid(json, run, radix, random);
    if (shape.endpoints() == 8192) {
        Json other = row(run, 0.010);
        addMeasured(other, kUnequal8192);
        cases["n7_unequal_8192"] = std::move(other);
    }
    cases["permutation_" + hosts] = std::move(json);
    const std::vector<BenchFlow> ring = ringStep(shape.endpoints());
    const Ours bundles = ringThroughBundles(shape);
    Json ringRow = row(bundles);
    addSimGrid(ringRow, bundles, radix, ring);
    cases["ring_" + hosts] = std::move(ringRow);
}

engine::Result<Json> allCases() {
    Json cases = Json::object();
    const auto tiny = fullFatTree(8), small = fullFatTree(16), middle = fullFatTree(32),
               large = fullFatTree(64);
    for (const auto* shape : {&tiny, &small, &middle, &large}) {
        if (!*shape) {
            return tl::unexpected(shape->error());
        }
    }
    cases["n1_build_65536"] = buildCase(64);
    Json random = row(flat(**large, permutation((*large)->endpoints())), 0.20);
    addMeasured(random, kPermutation65536);
    cases["n2_permutation_65536"] = std::move(random);
    Json ring = row(ringThroughBundles(**large), 0.001);
    addMeasured(ring, kRing65536);
    cases["n3_ring_65536"] = std::move(ring);
    // For comparison: the same flow by flow.
    cases["ring_65536_flat"] = row(flat(**large, ringStep((*large)->endpoints())));
    addCoupled(cases, "n4_coupled_8192", **small, randomPairs(1024, 8), 5.0, 0.3, kCoupled8192);
    addCoupled(cases, "n5_all_to_all_128_unequal", **small, allToAll(128, false), {}, 0.5,
               kUnequalAllToAll128);
    Json uniform = row(allToAllByLoad(**small, 100e6), 0.005);
    addMeasured(uniform, kAllToAll1024);
    cases["n6_all_to_all_1024"] = std::move(uniform);
    cases["all_to_all_1024_flat"] = row(flat(**small, allToAll(1024, true)));
    addSmall(cases, 32, **middle);
    addSmall(cases, 16, **small);
    const std::vector<BenchFlow> coupled = randomPairs(128, 8), equal = allToAll(128, true);
    const Ours coupledRun = flat(**tiny, coupled), equalRun = flat(**small, equal);
    cases["coupled_1024"] = row(coupledRun);
    addSimGrid(cases["coupled_1024"], coupledRun, 8, coupled);
    cases["all_to_all_128"] = row(equalRun);
    addSimGrid(cases["all_to_all_128"], equalRun, 16, equal);
    auto step = trainingStepCases();
    if (!step) {
        return tl::unexpected(step.error());
    }
    cases.update(*step);
    return cases;
}

}  // namespace

BenchResult benchFabric() {
    const Stopwatch watch;
    auto cases = allCases();
    if (!cases) {
        return tl::unexpected(engine::Errors{cases.error()});
    }
    Json result = headOf("fabric", watch);
    result["cases"] = std::move(*cases);
    return result;
}

}  // namespace headroom::app
