// SPDX-License-Identifier: Apache-2.0
#include "app/cli/bench/bench.h"
#include "app/cli/data_folder.h"
#include "app/cli/duration.h"
#include "app/cli/interrupt.h"
#include "app/cli/open.h"
#include "app/cli/progress.h"
#include "engine/base/json.h"
#include "engine/base/scale.h"
#include "engine/experiment/run_until.h"
#include "engine/live/run.h"
#include "engine/live/step_check.h"
#include "engine/run/simulator.h"
#include "engine/sizing/brief.h"
#include "models/workload/job_generator.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace headroom::app {

namespace {

using Json = nlohmann::ordered_json;

constexpr double kYearDays = 365.0;
constexpr int kHoursCompared = 24;
// Goals of the design.
constexpr double kGoalFacilityS = 10.0, kGoalHyperscaleS = 120.0, kGoalErrorPct = 0.1;

/// A year with growing steps, without a recording: what is asked for of a year are its sums.
BenchResult year(const std::string& name, const engine::Project& project,
                 const engine::Catalogue& catalogue, double goalS, bool showProgress) {
    engine::RunOptions options;
    options.stepS = kBenchStepS;
    options.steps = engine::Steps::Growing;
    auto simulator = engine::Simulator::create(project, catalogue, options);
    if (!simulator) {
        return tl::unexpected(simulator.error());
    }
    engine::Simulator& sim = **simulator;
    const double untilS = kYearDays * kDayS;
    engine::StepCheck check(sim, untilS, kHoursCompared);
    Progress progress("bench year, " + name, showProgress);
    double comparedCpuS = 0.0;
    const Stopwatch running;
    const std::atomic<bool>& interrupted = catchInterrupts();
    engine::RunHooks hooks;
    hooks.cancel = &interrupted;
    hooks.before = [&](engine::Simulator*& now) {
        if (check.begins(now->timeS())) {
            const Stopwatch comparing;
            check.before(*now);
            comparedCpuS += comparing.cpuS();
        }
        return true;
    };
    hooks.after = [&](engine::Simulator& now) {
        const bool ends = check.ends(now.timeS());
        const Stopwatch comparing;
        check.after(now);
        comparedCpuS += ends ? comparing.cpuS() : 0.0;
        progress.update(now.timeS() / untilS, durationText(now.timeS()) + " of 365 d");
        return true;
    };
    if (const auto end = engine::runUntil(sim, untilS, hooks); !end) {
        return tl::unexpected(engine::Errors{end.error()});
    }
    progress.finish();
    const double cpuS = running.cpuS() - comparedCpuS;
    const engine::RunSummary summary = sim.summary();
    Json json = {
        {"accelerators", static_cast<std::int64_t>(summary.sums[engine::Sum::Accelerators])},
        {"simulated_s", sim.timeS()},
        {"cpu_s", cpuS},
        {"goal_cpu_s", goalS},
        {"goal_ratio", cpuS / goalS},
        {"comparing_cpu_s", comparedCpuS},
        {"cancelled", interrupted.load()}};
    const engine::StepError error = check.error();
    double largest = std::abs(error.pue.share);
    for (const auto& figure : error.figures) {
        largest = std::max(largest, std::abs(figure.share));
    }
    json["largest_error_pct"] = 100.0 * largest;
    json["error"] = engine::parseJson<Json>(engine::jsonOf(error));
    json["error"]["goal_pct"] = kGoalErrorPct;
    return json;
}

/// A facility of 100 MW of IT as the wizard makes it, with its training run and without the thousand small
/// jobs an hour next to it: what happens are failures, repairs, weather and tariff.
engine::ResultAll<engine::Project> facility(const engine::Catalogue& catalogue) {
    engine::FacilityBrief brief;
    brief.name = "100 MW";
    brief.itPowerW = 100e6;
    brief.racks = {{"gb200-nvl72", 1.0}};
    brief.climate = "leesburg-va";
    auto made = engine::sizeFacility(brief, catalogue);
    if (!made) {
        return tl::unexpected(made.error());
    }
    engine::Project project = std::move(made->project);
    std::erase_if(project.objects, [](const engine::Object& object) {
        return object.type == &models::JobGeneratorSpec::type();
    });
    return project;
}

}  // namespace

BenchResult benchYear(bool showProgress) {
    const Stopwatch watch;
    const auto catalogue = openCatalogue();
    if (!catalogue) {
        return tl::unexpected(catalogue.error());
    }
    const auto sized = facility(*catalogue);
    if (!sized) {
        return tl::unexpected(sized.error());
    }
    const auto opened = openProject(dataFolder() / "scenarios" / "hyperscale-100k");
    if (!opened) {
        return tl::unexpected(opened.error());
    }
    const auto before = dayUnitS();
    if (!before) {
        return tl::unexpected(before.error());
    }
    auto quiet = year("100 MW", *sized, *catalogue, kGoalFacilityS, showProgress);
    if (!quiet) {
        return quiet;
    }
    auto busy =
        year("hyperscale-100k", opened->project, opened->catalogue, kGoalHyperscaleS, showProgress);
    if (!busy) {
        return busy;
    }
    const auto after = dayUnitS();
    if (!after) {
        return tl::unexpected(after.error());
    }
    Json result = headOf("year", watch);
    const double unitS = 0.5 * (*before + *after);
    result["day_cpu_s"] = unitS;
    result["days"] = ((*quiet)["cpu_s"].get<double>() + (*busy)["cpu_s"].get<double>()) / unitS;
    result["largest_error_pct"] = std::max((*quiet)["largest_error_pct"].get<double>(),
                                           (*busy)["largest_error_pct"].get<double>());
    result["cancelled"] = quiet->value("cancelled", false) || busy->value("cancelled", false);
    result["facility_100mw"] = std::move(*quiet);
    result["hyperscale_100k"] = std::move(*busy);
    return result;
}

}  // namespace headroom::app
