// SPDX-License-Identifier: Apache-2.0
#include "app/cli/bench/bench.h"
#include "app/cli/data_folder.h"
#include "app/cli/open.h"
#include "engine/experiment/run_until.h"
#include "engine/resolve/design.h"
#include "engine/run/simulator.h"
#include "engine/solve/electrical/load_flow.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace headroom::app {

namespace {

using Json = nlohmann::ordered_json;

constexpr double kTolerancePu = 1e-8;
constexpr double kDropPerLevelPu = 0.01;
constexpr int kFanOut = 8;
constexpr double kSimulatedS = 3600.0;
// Each figure is the best of a given number of runs, or of as many as fit into the time.
constexpr int kFlowRuns = 200;
constexpr double kSecondsPerFlow = 0.4;

// Times of others for a tree of as many nodes [ms], best of several on one core of two: a sweep of
// 60 lines, and power-grid-model 1.13 (iterative current).
struct FlowPeer {
    int buses;
    double plainSweepMs;
    double powerGridModelMs;  // 0 if not measured
};

constexpr FlowPeer kFlowPeers[] = {{1001, 0.024, 1.24}, {10001, 0.23, 90.0}, {100001, 4.5, 0.0}};

// A facility's tree: every bus feeds eight, every level drops one per cent, all buses load it
// alike, 1 per unit in sum at power factor 0.95.
engine::LoadFlowNetwork radial(int buses) {
    engine::LoadFlowNetwork net;
    const double load = 1.0 / (buses - 1);
    net.addBus(engine::BusKind::Slack);
    std::vector<double> below(static_cast<std::size_t>(buses), 1.0);
    for (int i = buses - 1; i > 0; --i) {
        below[static_cast<std::size_t>((i - 1) / kFanOut)] += below[static_cast<std::size_t>(i)];
    }
    for (int i = 1; i < buses; ++i) {
        net.addBus(engine::BusKind::Pq, 0.95 * load, 0.3122 * load);
        const double z = kDropPerLevelPu / (below[static_cast<std::size_t>(i)] * load);
        net.addBranch((i - 1) / kFanOut, i, 0.6 * z, 0.8 * z);
    }
    return net;
}

// A lattice of streets, 50 buses wide: all lines along, every second one across, a tenth of the
// buses holding voltage.
engine::LoadFlowNetwork meshed(int buses) {
    constexpr int kWide = 50;
    engine::LoadFlowNetwork net;
    for (int i = 0; i < buses; ++i) {
        const bool holds = i % 10 == 5;
        net.addBus(i == 0  ? engine::BusKind::Slack
                   : holds ? engine::BusKind::Pv
                           : engine::BusKind::Pq,
                   0.02, 0.006, 1.01);
        net.generationPPu.back() = holds ? 0.18 : 0.0;
    }
    for (int i = 0; i < buses; ++i) {
        if ((i + 1) % kWide != 0) {
            net.addBranch(i, i + 1, 0.004, 0.02, 0.01);
        }
        if (i + kWide < buses && (i % 2 == 0 || i % kWide == kWide - 1)) {
            net.addBranch(i, i + kWide, 0.008, 0.04, 0.0, i % 8 == 0 ? 0.99 : 1.0);
        }
    }
    return net;
}

struct FlowSolve {
    double ms = 0.0;
    int iterations = 0;
};

// Best time of a solve. Warm: after loads that differ by 0.2 %, as from step to step.
engine::Result<FlowSolve> timedFlow(engine::LoadFlowSolver& solver, bool warm) {
    using Clock = std::chrono::steady_clock;
    const std::vector<double> p = solver.network().loadPPu;
    const std::vector<double> q = solver.network().loadQPu;
    std::vector<double> other = p;
    for (std::size_t i = 0; i < other.size(); ++i) {
        other[i] *= i % 2 == 0 ? 1.002 : 0.998;
    }
    FlowSolve figure;
    figure.ms = INFINITY;
    const auto start = Clock::now();
    for (int run = 0; run < kFlowRuns; ++run) {
        if (!warm) {
            solver.forgetSolution();
        }
        const auto begin = Clock::now();
        const auto solved = solver.solve(run % 2 == 0 ? other : p, q);
        const auto end = Clock::now();
        if (!solved) {
            return tl::unexpected(solved.error());
        }
        // The first solves make what later ones keep, and are not warm.
        if (run >= 2) {
            figure.ms =
                std::min(figure.ms, std::chrono::duration<double, std::milli>(end - begin).count());
            figure.iterations = solver.result().sweepIterations + solver.result().newtonIterations;
        }
        if (run >= 6 && std::chrono::duration<double>(end - start).count() > kSecondsPerFlow) {
            break;
        }
    }
    return figure;
}

engine::Result<Json> measureFlow(engine::LoadFlowNetwork net) {
    engine::LoadFlowSolver solver;
    solver.options.tolerancePu = kTolerancePu;
    Json json;
    json["buses"] = net.buses();
    json["branches"] = net.branches();
    const auto begin = std::chrono::steady_clock::now();
    if (auto set = solver.setNetwork(std::move(net)); !set) {
        return tl::unexpected(set.error());
    }
    if (auto first = solver.solve(); !first) {
        return tl::unexpected(first.error());
    }
    json["first_ms"] =
        std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
    for (const bool flows : {false, true}) {
        solver.options.branchFlows = flows;
        for (const bool warm : {false, true}) {
            const auto figure = timedFlow(solver, warm);
            if (!figure) {
                return tl::unexpected(figure.error());
            }
            const std::string prefix = warm ? "warm" : "cold";
            if (!flows) {
                json[prefix + "_ms"] = figure->ms;
                json[prefix + "_iterations"] = figure->iterations;
            } else {
                json[prefix + "_with_flows_ms"] = figure->ms;
            }
        }
    }
    return json;
}

// The whole facility: every single failure of hyperscale-100k, and what of a coupling step is
// electrical over a simulated hour.
engine::ResultAll<Json> facilityCases() {
    const auto opened = openProject((dataFolder() / "scenarios" / "hyperscale-100k").string());
    if (!opened) {
        return tl::unexpected(opened.error());
    }
    const engine::Design design = engine::designOf(opened->project, opened->catalogue);
    Json json = Json::object();
    const Stopwatch sweep;
    const auto study = engine::singleFailures(design.power.network, design.power.demand);
    json["single_failures_hyperscale_100k"] = {{"units", design.power.network.units.size()},
                                               {"cases", study.cases.size()},
                                               {"wall_s", sweep.wallS()},
                                               {"goal_s", 1.0}};
    auto simulator = engine::Simulator::create(opened->project, opened->catalogue, {});
    if (!simulator) {
        return tl::unexpected(simulator.error());
    }
    (*simulator)->measurePhases(true);
    if (const auto end = engine::runUntil(**simulator, kSimulatedS); !end) {
        return tl::unexpected(engine::Errors{end.error()});
    }
    double allS = 0.0;
    const auto phases = (*simulator)->phaseTimes().cpuS;
    for (const auto& [name, seconds] : phases) {
        allS += seconds;
    }
    const double steps = kSimulatedS / (*simulator)->stepS();
    const double electricalS = phases.at("electrical");
    json["step_hyperscale_100k"] = {{"step_us", 1e6 * allS / steps},
                                    {"electrical_us", 1e6 * electricalS / steps},
                                    {"electrical_share", electricalS / allS}};
    return json;
}

}  // namespace

BenchResult benchPower() {
    const Stopwatch watch;
    Json cases = Json::object();
    for (const FlowPeer& peer : kFlowPeers) {
        auto json = measureFlow(radial(peer.buses));
        if (!json) {
            return tl::unexpected(engine::Errors{json.error()});
        }
        const double ms = (*json)["cold_ms"].get<double>();
        (*json)["peer_plain_sweep_ms"] = peer.plainSweepMs;
        (*json)["times_plain_sweep"] = ms / peer.plainSweepMs;
        if (peer.powerGridModelMs > 0.0) {
            (*json)["peer_power_grid_model_ms"] = peer.powerGridModelMs;
            (*json)["times_power_grid_model"] = ms / peer.powerGridModelMs;
        }
        cases["radial_" + std::to_string(peer.buses)] = std::move(*json);
    }
    auto mesh = measureFlow(meshed(2000));
    if (!mesh) {
        return tl::unexpected(engine::Errors{mesh.error()});
    }
    cases["meshed_2000"] = std::move(*mesh);
    auto facility = facilityCases();
    if (!facility) {
        return tl::unexpected(facility.error());
    }
    cases.update(*facility);

    Json result = headOf("power", watch);
    result["cases"] = std::move(cases);
    return result;
}

}  // namespace headroom::app
