// SPDX-License-Identifier: Apache-2.0
#include "app/cli/bench/bench.h"
#include "app/cli/bench/temporary_database.h"
#include "app/cli/data_folder.h"
#include "app/cli/duration.h"
#include "app/cli/interrupt.h"
#include "app/cli/open.h"
#include "app/cli/progress.h"
#include "engine/base/scale.h"
#include "engine/live/run.h"
#include "engine/run/simulator.h"
#include "engine/store/recorder.h"

#include <filesystem>
#include <string>
#include <system_error>

namespace headroom::app {

namespace fs = std::filesystem;

namespace {

// The goal of the design, and the nearest peer measured on a two-core Debian 12 machine: ExaDigiT
// RAPS, a day of Frontier (37,888 accelerators) every 15 s, power alone.
constexpr double kGoalCpuS = 3.0;
constexpr double kPeerCpuS = 22.4;
constexpr int kPeerAccelerators = 37888;

constexpr double kMillionGoalCpuS = 30.0;
constexpr double kMillionGoalOpenS = 1.0;
constexpr double kMillionGoalPeakMb = 4295.0;  // 4 GiB

struct DayOf {
    const char* name;
    const char* scenario;
    double goalCpuS;
};

BenchResult dayOf(const DayOf& what, bool showProgress, int threads) {
    const Stopwatch opening;
    const auto opened = openProject(dataFolder() / "scenarios" / what.scenario);
    if (!opened) {
        return tl::unexpected(opened.error());
    }
    engine::RunOptions options;
    options.stepS = kBenchStepS;
    auto simulator = engine::Simulator::create(opened->project, opened->catalogue, options);
    if (!simulator) {
        return tl::unexpected(simulator.error());
    }
    engine::Simulator& sim = **simulator;
    sim.useThreads(threads);
    sim.measurePhases(true);
    const double openS = opening.wallS();

    const TemporaryDatabase file("day");
    const Stopwatch running;
    auto recorder = engine::Recorder::create(
        file.path, engine::runInfo(sim, opened->project, opened->catalogue), sim.channels(), true,
        threads > 1 ? engine::Recorder::Write::Beside : engine::Recorder::Write::Between);
    if (!recorder) {
        return tl::unexpected(engine::Errors{recorder.error()});
    }
    Progress progress(std::string("bench ") + what.name, showProgress);
    const auto end = engine::run(
        sim, recorder->get(), kDayS, {},
        [&](double timeS) { progress.update(timeS / kDayS, durationText(timeS) + " of 1 d"); },
        catchInterrupts());
    progress.finish();
    if (!end) {
        return tl::unexpected(engine::Errors{end.error()});
    }
    const engine::RunSummary summary = sim.summary();
    if (const auto finished = (*recorder)->finish(engine::summaryJson(summary, running.wallS()));
        !finished) {
        return tl::unexpected(engine::Errors{finished.error()});
    }
    const double wallS = running.wallS();
    const double cpuS = running.cpuS();

    const engine::PhaseTimes phases = sim.phaseTimes();
    nlohmann::ordered_json shares = nlohmann::ordered_json::object();
    double stepped = 0.0;
    for (const auto& [phase, seconds] : phases.cpuS) {
        shares[phase] = seconds / cpuS;
        stepped += seconds;
    }
    shares["recording_and_rest"] = 1.0 - stepped / cpuS;

    std::error_code ignored;
    nlohmann::ordered_json result = headOf(what.name, wallS, cpuS);
    result["threads"] = threads;
    result["recording_mb"] = static_cast<double>(fs::file_size(file.path, ignored)) / 1e6;
    result["stepping_cpu_s"] = stepped;  // of the thread that steps, without the others
    result["phases"] = shares;
    result["simulated_s"] = summary.sums[engine::Sum::TimeS];
    result["accelerators"] = static_cast<std::int64_t>(summary.sums[engine::Sum::Accelerators]);
    result["open_s"] = openS;
    result["cancelled"] = *end == engine::RunEnd::Cancelled;
    result["goal_cpu_s"] = what.goalCpuS;
    result["goal_ratio"] = cpuS / what.goalCpuS;
    return result;
}

}  // namespace

BenchResult benchDay(bool showProgress, int threads) {
    auto result = dayOf({"day", "hyperscale-100k", kGoalCpuS}, showProgress, threads);
    if (result) {
        (*result)["peer"] = {{"name", "ExaDigiT RAPS, a day of Frontier at 15 s, power alone"},
                             {"accelerators", kPeerAccelerators},
                             {"cpu_s", kPeerCpuS}};
        (*result)["peer_ratio"] = kPeerCpuS / (*result)["cpu_s"].get<double>();
    }
    return result;
}

engine::ResultAll<double> dayUnitS() {
    const auto day = dayOf({"day", "hyperscale-100k", kGoalCpuS}, false, 1);
    if (!day) {
        return tl::unexpected(day.error());
    }
    return (*day)["cpu_s"].get<double>();
}

BenchResult benchDayOfMillion(bool showProgress, int threads) {
    const auto before = dayUnitS();
    if (!before) {
        return tl::unexpected(before.error());
    }
    auto result = dayOf({"day-1m", "million", kMillionGoalCpuS}, showProgress, threads);
    const auto after = dayUnitS();
    if (result && after) {
        const double unitS = 0.5 * (*before + *after);
        (*result)["day_cpu_s"] = unitS;
        (*result)["days"] = (*result)["cpu_s"].get<double>() / unitS;
        (*result)["goal_open_s"] = kMillionGoalOpenS;
        (*result)["goal_peak_mb"] = kMillionGoalPeakMb;
    }
    return result;
}

}  // namespace headroom::app
