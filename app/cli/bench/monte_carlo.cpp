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

constexpr int kReplicatedDays = 1000;
constexpr double kMonteCarloGoalWallS = 600.0;  // on two cores

}  // namespace

BenchResult benchMonteCarlo(bool showProgress) {
    const auto opened = openProject(dataFolder() / "scenarios" / "meta-24k");
    if (!opened) {
        return tl::unexpected(opened.error());
    }
    auto plant = engine::compile(opened->project, opened->catalogue, {});
    if (!plant) {
        return tl::unexpected(plant.error());
    }
    engine::CampaignSpec spec;
    spec.untilS = kDayS;
    spec.replications = kReplicatedDays;
    spec.seed = plant->seed;
    spec.coupling = engine::Coupling::Always;
    const int accelerators = plant->accelerators;

    const auto measured =
        measureReplications("bench monte-carlo", "days", std::move(*plant), spec, showProgress);
    if (!measured) {
        return tl::unexpected(measured.error());
    }
    const auto& runs = measured->runs;
    const auto estimate = [&](const char* figure) {
        const engine::Estimate e = engine::estimateOf(runs, engine::figure(figure));
        return nlohmann::ordered_json{{"mean", e.mean}, {"half_width_95", e.halfWidth}};
    };
    nlohmann::ordered_json result = headOf("monte-carlo", measured->wallS, measured->cpuS);
    result["threads"] = std::thread::hardware_concurrency();
    result["days"] = runs.size();
    result["accelerators"] = accelerators;
    result["cpu_s_per_day"] =
        runs.empty() ? 0.0 : measured->cpuS / static_cast<double>(runs.size());
    if (runs.size() > 1) {
        result["pue"] = estimate("pue");
        result["goodput"] = estimate("goodput");
    }
    result["cancelled"] = measured->cancelled;
    result["goal_wall_s"] = kMonteCarloGoalWallS;
    result["goal_ratio"] = measured->wallS / kMonteCarloGoalWallS;
    return result;
}

}  // namespace headroom::app
