// SPDX-License-Identifier: Apache-2.0
#include "app/cli/bench/bench.h"
#include "app/cli/bench/temporary_database.h"
#include "app/cli/data_folder.h"
#include "app/cli/duration.h"
#include "app/cli/interrupt.h"
#include "app/cli/open.h"
#include "app/cli/progress.h"
#include "engine/base/scale.h"
#include "engine/compare/floor_difference.h"
#include "engine/experiment/run_until.h"
#include "engine/live/run.h"
#include "engine/live/run_series.h"
#include "engine/replay/branch.h"
#include "engine/replay/recorded_frames.h"
#include "engine/replay/replay.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

namespace headroom::app {

namespace fs = std::filesystem;

namespace {

constexpr double kRunDays = 7.0;
constexpr int kSeeks = 12;  // spread over the run
constexpr int kBranches = 4;
constexpr int kRacks = 5000;  // of the floors that are compared
constexpr int kRepeats = 20;  // of what takes milliseconds
constexpr int kCharts = 5;
constexpr std::size_t kChartRows = std::size_t{2} * 1920;  // two for each pixel of a wide screen

// Goals of the design, each for the slowest of what is measured.
constexpr double kGoalFrameS = 0.1, kGoalExactS = 2.0, kGoalBranchS = 1.0, kGoalColourS = 0.05,
                 kGoalChartS = 0.016, kGoalShare = 0.05;

/// Steps that were done several times. Goals are of processor time: what somebody waits on a machine that does
/// nothing else.
struct Repeated {
    std::vector<double> wallS, cpuS;

    template <class Work>
    void time(Work work) {
        const Stopwatch watch;
        work();
        cpuS.push_back(watch.cpuS());
        wallS.push_back(watch.wallS());
    }

    static double median(std::vector<double> sorted) {
        std::sort(sorted.begin(), sorted.end());
        return sorted[sorted.size() / 2];
    }

    nlohmann::ordered_json json(double goalS) const {
        const double worst = *std::max_element(cpuS.begin(), cpuS.end());
        return {{"median_wall_s", median(wallS)},
                {"median_cpu_s", median(cpuS)},
                {"worst_cpu_s", worst},
                {"goal_s", goalS},
                {"goal_ratio", worst / goalS}};
    }
};

/// Two floors of as many racks, and how long until each rack of the one has its difference.
nlohmann::ordered_json colouring() {
    engine::Layout floor;
    floor.blocks = {"racks"};
    std::vector<float> base, other;
    for (int i = 0; i < kRacks; ++i) {
        engine::RackBox rack;
        rack.row = i / 50;
        rack.column = i % 50;
        floor.racks.push_back(rack);
        base.push_back(static_cast<float>(i % 97));
        other.push_back(static_cast<float>(i % 89));
    }
    Repeated measured;
    int compared = 0;
    for (int i = 0; i < kRepeats; ++i) {
        measured.time([&] {
            const auto same = engine::sameRacks(floor, floor);
            compared = engine::floorDifference(same, base, other).compared;
        });
    }
    auto json = measured.json(kGoalColourS);
    json["racks"] = compared;
    return json;
}

/// A year of steps, and what a frame of the charts reads of it: all of it, a week, an hour.
nlohmann::ordered_json chartOfAYear() {
    std::vector<std::string> names;
    for (int c = 0; c < kCharts; ++c) {
        names.push_back("channel-" + std::to_string(c));
    }
    const auto steps = static_cast<std::size_t>(365.0 * kDayS / kBenchStepS);
    engine::RunSeries series(names, steps + 4);
    std::vector<double> row(names.size());
    const Stopwatch filling;
    for (std::size_t i = 1; i <= steps; ++i) {
        const double timeS = static_cast<double>(i) * kBenchStepS;
        for (std::size_t c = 0; c < row.size(); ++c) {
            row[c] = 1e6 + 1e5 * std::sin(timeS / kDayS + static_cast<double>(c));
        }
        series.add(timeS, row);
    }
    const double fillS = filling.wallS();
    Repeated measured;
    for (int i = 0; i < kRepeats; ++i) {
        // Scrolls: another stretch in each frame.
        const double shiftS = static_cast<double>(i) * kHourS;
        for (const double spanS : {365.0 * kDayS, 7.0 * kDayS, kHourS}) {
            measured.time([&] {
                for (const std::string& name : names) {
                    const std::vector<std::string> one = {name};
                    series.read(one, shiftS, shiftS + spanS, kChartRows);
                }
            });
        }
    }
    auto json = measured.json(kGoalChartS);
    json["steps"] = steps;
    json["charts"] = kCharts;
    json["filled_s"] = fillS;
    return json;
}

}  // namespace

BenchResult benchTime(bool showProgress) {
    const auto opened = openProject(dataFolder() / "scenarios" / "hyperscale-100k");
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
    const TemporaryDatabase file("week");
    const Stopwatch running;
    auto recorder = engine::Recorder::create(
        file.path, engine::runInfo(sim, opened->project, opened->catalogue, options),
        sim.channels(), true, engine::Recorder::Write::Between);
    if (!recorder) {
        return tl::unexpected(engine::Errors{recorder.error()});
    }
    const double untilS = kRunDays * kDayS;
    Progress progress("bench time", showProgress);
    // As run() does it, with a look at the clock around what is recorded.
    const std::atomic<bool>& interrupted = catchInterrupts();
    double recordingCpuS = 0.0;
    {
        engine::RunRecording records(sim, **recorder, {});
        engine::RunHooks hooks;
        hooks.cancel = &interrupted;
        hooks.after = [&](engine::Simulator& now) {
            const Stopwatch watch;
            records.take(now);
            recordingCpuS += watch.cpuS();
            progress.update(now.timeS() / untilS, durationText(now.timeS()) + " of 7 d");
            return true;
        };
        if (const auto end = engine::runUntil(sim, untilS, hooks); !end) {
            return tl::unexpected(engine::Errors{end.error()});
        }
        records.close(sim);
    }
    progress.finish();
    const Stopwatch closing;
    if (const auto done = (*recorder)->finish(engine::summaryJson(sim.summary(), 0.0)); !done) {
        return tl::unexpected(engine::Errors{done.error()});
    }
    recordingCpuS += closing.cpuS();
    const double runS = running.wallS(), runCpuS = running.cpuS();
    if (interrupted) {
        return nlohmann::ordered_json{{"name", "time"}, {"cancelled", true}};
    }

    const Stopwatch opening;
    auto recording = engine::Recording::open(file.path);
    if (!recording) {
        return tl::unexpected(engine::Errors{recording.error()});
    }
    const std::shared_ptr<const engine::Recording> shared = std::move(*recording);
    const auto replay = engine::Replay::open(shared, dataFolder() / "resources" / "catalog");
    if (!replay) {
        return tl::unexpected(replay.error());
    }
    const auto plant = (*replay)->plant(0.0);
    if (!plant) {
        return tl::unexpected(plant.error());
    }
    auto frames = engine::RecordedFrames::open(shared, *plant);
    if (!frames) {
        return tl::unexpected(engine::Errors{frames.error()});
    }
    const double openS = opening.wallS();
    Repeated told, exact, branched;
    engine::Errors errors;
    for (int i = 1; i <= kSeeks; ++i) {
        // No order in time: every seek goes to another part of the file.
        const double share = std::fmod(0.618034 * static_cast<double>(i), 1.0);
        const double timeS = std::floor(share * (*replay)->lastS() / kBenchStepS) * kBenchStepS;
        told.time([&] {
            if (auto frame = (*frames)->frame(timeS); !frame) {
                errors = {frame.error()};
            }
        });
        exact.time([&] {
            if (auto moment = (*replay)->at(timeS); !moment) {
                errors = moment.error();
            }
        });
    }
    for (int i = 1; i <= kBranches; ++i) {
        engine::BranchWish wish;
        wish.atS = std::floor(static_cast<double>(i) / (kBranches + 1.0) * untilS / kBenchStepS) *
                   kBenchStepS;
        const auto there = (*replay)->at(wish.atS);
        if (!there) {
            return tl::unexpected(there.error());
        }
        branched.time([&] {
            auto branch = engine::branchOff(**replay, wish, nullptr, there->simulator.get());
            if (!branch) {
                errors = branch.error();
                return;
            }
            branch->simulator->step();  // it continues
        });
    }
    if (!errors.empty()) {
        return tl::unexpected(errors);
    }

    std::error_code ignored;
    nlohmann::ordered_json result = headOf("time", runS, runCpuS);
    result["simulated_s"] = sim.timeS();
    result["accelerators"] =
        static_cast<std::int64_t>(sim.summary().sums[engine::Sum::Accelerators]);
    result["recording_mb"] = static_cast<double>(fs::file_size(file.path, ignored)) / 1e6;
    const double share = recordingCpuS / runCpuS;
    result["recording_share"] = {
        {"share", share}, {"goal", kGoalShare}, {"goal_ratio", share / kGoalShare}};
    result["open_s"] = openS;
    result["seek_frame"] = told.json(kGoalFrameS);
    result["seek_exact"] = exact.json(kGoalExactS);
    result["branch_start"] = branched.json(kGoalBranchS);
    result["comparison_colouring"] = colouring();
    result["chart_of_a_year"] = chartOfAYear();
    return result;
}

}  // namespace headroom::app
