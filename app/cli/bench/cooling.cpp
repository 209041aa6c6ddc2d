// SPDX-License-Identifier: Apache-2.0
#include "app/cli/bench/bench.h"
#include "app/cli/data_folder.h"
#include "app/cli/open.h"
#include "engine/base/scale.h"
#include "engine/experiment/run_until.h"
#include "engine/run/simulator.h"
#include "engine/solve/hydraulics/hydraulic_solver.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace headroom::app {

namespace {

using Json = nlohmann::ordered_json;
using engine::Errors;

constexpr double kStepAccuracy = 1e-6;
constexpr double kTightAccuracy = 1e-9;
// Each figure is the best of a given number of runs, or of as many as fit into the time.
constexpr int kLoopRuns = 400;
constexpr double kSecondsPerLoop = 0.4;
constexpr double kRoughnessM = 5e-5;
constexpr int kCdusPerHall = 25;

// Times of another for loops of as many CDUs, cold [ms]: EPANET 2.3.5 on one core of two, from its
// fastest to its slowest run.
struct LoopPeer {
    int cdus;
    int pumps;
    double fastestMs, slowestMs;
};

constexpr LoopPeer kLoopPeers[] = {{25, 4, 0.12, 0.32}, {1000, 60, 4.6, 9.9}};

// A facility loop with direct return: pumps with their suction and discharge pipes, headers, a main
// to each hall, there a ladder of 25 CDUs. Every pipe by its friction, or, as the simulation has
// them, each link one quadratic resistance of about the same loss.
engine::HydraulicNetwork loop(const LoopPeer& size, bool quadratic) {
    engine::HydraulicNetwork net;
    const auto pipe = [&](int from, int to, double lengthM, double diameterM, double zeta) {
        const double fittings = engine::fittingResistance(zeta, diameterM);
        if (quadratic) {
            const double friction =
                engine::fittingResistance(0.016 * lengthM / diameterM, diameterM);
            net.addResistance(from, to, friction + fittings);
        } else {
            net.addPipe(from, to, lengthM, diameterM, kRoughnessM, fittings);
        }
    };
    const engine::PumpPowerLaw law = engine::pumpPowerLaw(42.0, 0.075, 34.0, 0.135, 18.0);
    const int inlet = net.addFixedHead(30.0);
    const int outlet = net.addJunction();
    for (int i = 0; i < size.pumps; ++i) {
        const int suction = net.addJunction();
        const int discharge = net.addJunction();
        pipe(inlet, suction, 3.0, 0.35, 1.0);
        const int pump = net.addPump(suction, discharge, law.shutOffM, law.r, law.n);
        net.links[static_cast<std::size_t>(pump)].speed = i % 4 == 3 ? 0.9 : 1.0;
        pipe(discharge, outlet, 3.0, 0.35, 2.5);
    }
    int supplyHeader = outlet;
    int returnHeader = inlet;
    for (int hall = 0; hall < size.cdus / kCdusPerHall; ++hall) {
        if (hall > 0) {
            const int nextSupply = net.addJunction();
            const int nextReturn = net.addJunction();
            pipe(supplyHeader, nextSupply, 12.0, 1.2, 0.2);
            pipe(nextReturn, returnHeader, 12.0, 1.2, 0.2);
            supplyHeader = nextSupply;
            returnHeader = nextReturn;
        }
        int supply = net.addJunction();
        int back = net.addJunction();
        pipe(supplyHeader, supply, 120.0, 0.4, 4.0);
        pipe(back, returnHeader, 120.0, 0.4, 4.0);
        for (int i = 0; i < kCdusPerHall; ++i) {
            const int branch = net.addJunction();
            pipe(supply, branch, 8.0, 0.1, 1.5);
            net.addResistance(branch, back, engine::fittingResistance(28.0 + 4.0 * (i % 5), 0.1));
            if (i + 1 < kCdusPerHall) {
                const double diameterM = i < 11 ? 0.4 : 0.3;
                const int nextSupply = net.addJunction();
                const int nextBack = net.addJunction();
                pipe(supply, nextSupply, 4.0, diameterM, 0.2);
                pipe(nextBack, back, 4.0, diameterM, 0.2);
                supply = nextSupply;
                back = nextBack;
            }
        }
    }
    return net;
}

enum class Start { Cold, Warm, Still };

struct LoopSolve {
    double ms = INFINITY;
    int iterations = 0;
    bool converged = true;
};

// Best time of a solve. Warm: after the valves of all CDUs have moved by 0.5 %, as from step to
// step. Still: nothing has changed.
LoopSolve timedLoop(engine::HydraulicSolver& solver, Start start) {
    using Clock = std::chrono::steady_clock;
    const engine::HydraulicNetwork& net = solver.network();
    std::vector<int> valves;
    std::vector<double> resistance;
    for (std::size_t k = 0; k < net.links.size(); ++k) {
        if (net.links[k].kind == engine::HydraulicLinkKind::Resistance) {
            valves.push_back(static_cast<int>(k));
            resistance.push_back(net.links[k].resistance);
        }
    }
    std::vector<double> flow(net.links.size(), 0.0);
    std::vector<double> head(net.nodes.size(), 0.0);
    LoopSolve figure;
    const auto first = Clock::now();
    for (int run = 0; run < kLoopRuns; ++run) {
        if (start == Start::Cold) {
            std::fill(flow.begin(), flow.end(), 0.0);
            std::fill(head.begin(), head.end(), 0.0);
        } else if (start == Start::Warm) {
            const double factor = run % 2 == 0 ? 1.005 : 0.995;
            for (std::size_t i = 0; i < valves.size(); ++i) {
                solver.setResistance(valves[i], factor * resistance[i]);
            }
        }
        const auto begin = Clock::now();
        const engine::HydraulicOutcome outcome = solver.solve(flow, head);
        const auto end = Clock::now();
        figure.converged = figure.converged && outcome.converged;
        if (run >= 2) {
            figure.ms =
                std::min(figure.ms, std::chrono::duration<double, std::milli>(end - begin).count());
            figure.iterations = outcome.iterations;
        }
        if (run >= 6 && std::chrono::duration<double>(end - first).count() > kSecondsPerLoop) {
            break;
        }
    }
    return figure;
}

engine::Result<Json> measureLoop(engine::HydraulicNetwork net) {
    engine::HydraulicSolver solver;
    Json json;
    json["nodes"] = net.nodes.size();
    json["links"] = net.links.size();
    const auto begin = std::chrono::steady_clock::now();
    if (auto set = solver.setNetwork(std::move(net)); !set) {
        return tl::unexpected(set.error());
    }
    json["set_network_ms"] =
        std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
    const auto add = [&](const std::string& name, Start start, double accuracy) {
        solver.options.accuracy = accuracy;
        const LoopSolve figure = timedLoop(solver, start);
        json[name + "_ms"] = figure.ms;
        json[name + "_iterations"] = figure.iterations;
        return figure.converged;
    };
    if (!add("cold", Start::Cold, kStepAccuracy) ||
        !add("cold_tight", Start::Cold, kTightAccuracy) ||
        !add("warm", Start::Warm, kStepAccuracy) || !add("still", Start::Still, kStepAccuracy)) {
        return tl::unexpected(solver.error({}));
    }
    return json;
}

// Loops of CDUs next to the times of EPANET.
engine::Result<Json> loopCases() {
    Json cases = Json::object();
    for (const LoopPeer& peer : kLoopPeers) {
        for (const bool quadratic : {false, true}) {
            auto json = measureLoop(loop(peer, quadratic));
            if (!json) {
                return tl::unexpected(json.error());
            }
            if (!quadratic) {
                (*json)["peer_epanet_cold_ms"] = peer.fastestMs;
                (*json)["peer_epanet_cold_slowest_ms"] = peer.slowestMs;
                (*json)["times_epanet"] = (*json)["cold_ms"].get<double>() / peer.fastestMs;
                (*json)["note"] =
                    "EPANET 2.3.5, a loop of as many CDUs, cold, on one core of the reference";
            }
            cases["loop_" + std::to_string(peer.cdus) + "_cdus" + (quadratic ? "_quadratic" : "")] =
                std::move(*json);
        }
    }
    return cases;
}

// A scenario without recording: CPU time and the share of cooling in it. `steady`: without its job
// generators and failures, so that weather alone moves it.
Json plantRun(const std::string& name, double untilS, double stepS, bool steady, Errors& errors) {
    auto opened = openProject(dataFolder() / "scenarios" / name);
    if (!opened) {
        errors.insert(errors.end(), opened.error().begin(), opened.error().end());
        return {};
    }
    if (steady) {
        std::erase_if(opened->project.objects, [](const engine::Object& object) {
            return object.type->id == "job_generator" || object.type->id == "failure_policy";
        });
    }
    engine::RunOptions options;
    options.stepS = stepS;
    auto simulator = engine::Simulator::create(opened->project, opened->catalogue, options);
    if (!simulator) {
        errors.insert(errors.end(), simulator.error().begin(), simulator.error().end());
        return {};
    }
    engine::Simulator& sim = **simulator;
    sim.measurePhases(true);
    const Stopwatch watch;
    if (const auto end = engine::runUntil(sim, untilS); !end) {
        errors.push_back(end.error());
        return {};
    }
    Json json;
    json["simulated_s"] = untilS;
    json["step_s"] = stepS;
    json["wall_s"] = watch.wallS();
    json["cpu_s"] = watch.cpuS();
    double sum = 0.0;
    for (const auto& [phase, cpuS] : sim.phaseTimes().cpuS) {
        sum += cpuS;
    }
    const auto phases = sim.phaseTimes().cpuS;
    const auto cooling = phases.find("cooling");
    json["cooling_cpu_s"] = cooling == phases.end() ? 0.0 : cooling->second;
    json["cooling_share"] = sum > 0.0 && cooling != phases.end() ? cooling->second / sum : 0.0;
    json["pue"] = sim.summary().value("pue");
    return json;
}

}  // namespace

BenchResult benchCooling() {
    const Stopwatch watch;
    auto cases = loopCases();
    if (!cases) {
        return tl::unexpected(engine::Errors{cases.error()});
    }
    Errors errors;
    Json plants = Json::object();
    // 100 MW, the large trainings alone: a year of weather at steps of 15 minutes.
    plants["year_of_100_mw"] = plantRun("hyperscale-100k", 365.0 * kDayS, 900.0, true, errors);
    // 25 CDUs and 16 tower cells; the nearest peer needs nine minutes with its cooling model.
    plants["frontier_day"] = plantRun("frontier-day", kDayS, 15.0, false, errors);
    plants["frontier_day"]["goal_s"] = 2.0;
    plants["frontier_day"]["peer_s"] = 540.0;
    plants["frontier_day"]["peer"] = "ExaDigiT RAPS with its cooling model, as published";
    plants["day_of_102400_accelerators"] = plantRun("hyperscale-100k", kDayS, 15.0, false, errors);
    if (!errors.empty()) {
        return tl::unexpected(errors);
    }
    Json result = headOf("cooling", watch);
    result["cases"] = std::move(*cases);
    result["plants"] = std::move(plants);
    return result;
}

}  // namespace headroom::app
