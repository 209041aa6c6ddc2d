// SPDX-License-Identifier: Apache-2.0
#include "app/cli/bench/bench.h"
#include "app/cli/bench/replications.h"
#include "app/cli/data_folder.h"
#include "app/cli/open.h"
#include "engine/base/scale.h"
#include "engine/plant/plant.h"
#include "engine/reliability/campaign/campaign.h"

#include <thread>
#include <utility>

namespace headroom::app {

namespace {

constexpr int kReplications = 100;
constexpr double kFailuresGoalWallS = 20.0;  // on two cores
constexpr double kJobDays = 54.0;

}  // namespace

BenchResult benchFailures(bool showProgress) {
    const Stopwatch opening;
    const auto opened = openProject(dataFolder() / "scenarios" / "llama3-54-days");
    if (!opened) {
        return tl::unexpected(opened.error());
    }
    engine::RunOptions options;
    options.stepS = engine::kCampaignStepS;
    auto plant = engine::compile(opened->project, opened->catalogue, options);
    if (!plant) {
        return tl::unexpected(plant.error());
    }
    const double openS = opening.wallS();
    engine::CampaignSpec spec;
    spec.untilS = kJobDays * kDayS;
    spec.replications = kReplications;
    spec.seed = plant->seed;
    spec.coupling = engine::Coupling::Never;
    const int accelerators = plant->accelerators;

    const auto measured = measureReplications("bench failures", "replications", std::move(*plant),
                                              spec, showProgress);
    if (!measured) {
        return tl::unexpected(measured.error());
    }
    const auto& runs = measured->runs;
    double failures = 0.0;
    for (const engine::Replication& r : runs) {
        failures += r.sums[engine::Sum::Failures];
    }
    const engine::Estimate stops = engine::estimateOf(runs, engine::figure("interruptions"));
    const engine::Estimate ettr = engine::estimateOf(runs, engine::figure(engine::kEffectiveTime));
    const auto done = static_cast<double>(runs.size());
    nlohmann::ordered_json result = headOf("failures", measured->wallS, measured->cpuS);
    result["open_s"] = openS;
    result["threads"] = std::thread::hardware_concurrency();
    result["replications"] = runs.size();
    result["days"] = kJobDays;
    result["accelerators"] = accelerators;
    result["failures"] = failures;
    result["failures_per_s"] = failures / measured->wallS;
    result["cpu_s_per_replication"] = done > 0.0 ? measured->cpuS / done : 0.0;
    result["interruptions_mean"] = stops.mean;
    result["effective_time_mean"] = ettr.mean;
    result["cancelled"] = measured->cancelled;
    result["goal_wall_s"] = kFailuresGoalWallS;
    result["goal_ratio"] = measured->wallS / kFailuresGoalWallS;
    return result;
}

}  // namespace headroom::app
