// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands.h"
#include "app/cli/common_options.h"
#include "app/cli/duration.h"
#include "app/cli/exit_code.h"
#include "app/cli/interrupt.h"
#include "app/cli/open.h"
#include "app/cli/option_checks.h"
#include "app/cli/progress.h"
#include "app/cli/split.h"
#include "app/cli/standard_output.h"
#include "app/cli/table.h"
#include "engine/air/field/air_shares.h"
#include "engine/base/scale.h"
#include "engine/plant/plant.h"
#include "engine/reliability/campaign/campaign_sheet.h"
#include "engine/run/workload/job_fault.h"
#include "engine/sheet/sheet_csv.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <memory>
#include <optional>

namespace headroom::app {

namespace {

struct CampaignOptions {
    std::string project;
    int replications = 20;
    double days = 54.0;
    int threads = 0;
    std::optional<std::uint64_t> seed;
    std::string vary;
    std::string coupling = "asked";
    double halfWidthPct = 0.0;
    std::string format = "text";
    std::string out;
    bool quiet = false;
    SplitOptions split;
};

engine::Coupling couplingOf(const std::string& word) {
    return word == "always"  ? engine::Coupling::Always
           : word == "never" ? engine::Coupling::Never
                             : engine::Coupling::Asked;
}

/// In a file a table has any width.
std::string wideText(const engine::Sheet& sheet) {
    return engine::sheetText(sheet, 0, false);
}

/// Prints, or writes the file.
int deliver(const CampaignOptions& options, const std::string& text) {
    if (options.out.empty()) {
        std::fputs(text.c_str(), stdout);
        return kFine;
    }
    const auto written = writeTextOutput(options.out, text);
    return written ? kFine : fail(written.error());
}

template <class Text, class Json, class Files, class R>
std::string formatted(const CampaignOptions& options, const engine::AirOfRun& air, const R& r,
                      Text text, Json json, Files sheet) {
    return options.format == "json" ? engine::withAir(json(r), air)
           : options.format == "csv"
               ? engine::sheetCsv(sheet(r))
               : text(r, options.out.empty() ? tableText : wideText) + engine::textOf(air);
}

int ended(const CampaignOptions& options, const std::string& text, bool cancelled, bool refused) {
    const int code = deliver(options, text);
    return code != kFine ? code : cancelled ? kCancelled : refused ? kFindings : kFine;
}

int runCampaign(const CampaignOptions& options, const Opened& opened,
                const engine::CampaignSpec& spec, const engine::RunOptions& runOptions,
                const engine::CampaignWatcher& watcher) {
    const auto start = std::chrono::steady_clock::now();
    auto plant = engine::compile(opened.project, opened.catalogue, runOptions);
    if (!plant) {
        return fail(plant.error());
    }
    engine::CampaignResult result;
    const engine::AirOfRun air = engine::airOfRun(*plant);
    result.project = plant->name;
    result.servers = plant->servers;
    result.accelerators = plant->accelerators;
    result.refused = engine::refusedJobs(*plant, spec.untilS);
    result.spec = spec;
    result.spec.seed = options.seed.value_or(plant->seed);
    const auto members = openMembers(
        options.split, opened, "campaign",
        fmt::format("{} s, seed {}, {}", spec.untilS, result.spec.seed, options.coupling));
    if (!members) {
        return fail(members.error());
    }
    result.spec.members = members->get();
    const std::atomic<bool>& cancel = catchInterrupts();
    auto runs = engine::replicate(std::make_shared<const engine::Plant>(std::move(*plant)),
                                  result.spec, watcher, cancel);
    if (!runs) {
        return fail(runs.error());
    }
    if (options.split.isTask()) {
        return toldTask(options.split, **members, !cancel.load());
    }
    if (const auto fault = *members ? (*members)->fault() : std::nullopt) {
        return fail(*fault);
    }
    result.spec.members = nullptr;
    result.replications = std::move(*runs);
    result.cancelled = cancel.load();
    result.wallS = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return ended(options,
                 formatted(options, air, result, engine::campaignText, engine::campaignJson,
                           engine::campaignSheet),
                 result.cancelled, !result.refused.empty());
}

int runCurve(const CampaignOptions& options, const Opened& opened, engine::CampaignSpec spec,
             const engine::RunOptions& runOptions, const engine::CampaignWatcher& watcher) {
    const std::size_t equals = options.vary.find('=');
    if (equals == std::string::npos) {
        return failUsage("campaign", "--vary: \"" + options.vary +
                                         "\" is not FIGURE=VALUES, like restart-time=60,300,600");
    }
    const auto figure = engine::findFigure(opened.project, options.vary.substr(0, equals));
    if (!figure) {
        return fail(figure.error());
    }
    const auto values = engine::parseValues(options.vary.substr(equals + 1), figure->unit);
    if (!values) {
        return fail(values.error());
    }
    auto plant = engine::compile(opened.project, opened.catalogue, runOptions);
    if (!plant) {
        return fail(plant.error());
    }
    spec.seed = options.seed.value_or(plant->seed);
    const engine::AirOfRun air = engine::airOfRun(*plant);
    const auto curve = engine::vary(opened.project, opened.catalogue, runOptions, *figure, *values,
                                    spec, watcher, catchInterrupts());
    if (!curve) {
        return fail(curve.error());
    }
    return ended(
        options,
        formatted(options, air, *curve, engine::curveText, engine::curveJson, engine::curveSheet),
        curve->cancelled,
        std::any_of(
            curve->points.begin(), curve->points.end(),
            [](const engine::CurvePoint& point) { return !point.campaign.refused.empty(); }));
}

int campaign(const CampaignOptions& options) {
    if (!options.split.keep.empty() && !options.vary.empty()) {
        return failUsage("campaign", "--keep holds the runs of one campaign: leave out --vary");
    }
    const auto opened = openProject(options.project);
    if (!opened) {
        return fail(opened.error());
    }
    engine::OutputGuard guard = guardOf(opened->project);
    addTextOutput(guard, "--out", options.out);
    if (const auto fine = guard.check(); !fine) {
        return fail(fine.error());
    }
    if (!options.split.on.empty()) {
        return dealOut(options.split, options.threads);
    }
    const engine::RunOptions runOptions = engine::campaignOptions(couplingOf(options.coupling));
    engine::CampaignSpec spec;
    spec.untilS = options.days * kDayS;
    spec.replications = options.replications;
    spec.threads = options.threads;
    spec.coupling = couplingOf(options.coupling);
    if (options.halfWidthPct > 0.0) {
        spec.targetHalfWidth = 0.01 * options.halfWidthPct;
    }
    Progress progress("campaign", !options.quiet);
    const auto watcher = [&](const engine::CampaignProgress& p) {
        progress.update(p.timeS / (p.of * spec.untilS),
                        std::to_string(p.done) + " of " + std::to_string(p.of) + " replications");
    };
    const int code = options.vary.empty() ? runCampaign(options, *opened, spec, runOptions, watcher)
                                          : runCurve(options, *opened, spec, runOptions, watcher);
    progress.finish();
    return code;
}

}  // namespace

void addCampaign(Subcommand app, int& code) {
    auto options = std::make_shared<CampaignOptions>();
    Subcommand command = app.subcommand(
        "campaign", "Run a project many times with random failures: means, intervals, curves");
    command.option("PROJECT", options->project, "project file, or a folder with a project.json")
        .required()
        .type("");
    command.option("--replications", options->replications, "runs with other random numbers")
        .type("N")
        .check(within(1, 1000000))
        .showDefault();
    command.option("--days", options->days, "simulated days of each run")
        .type("D")
        .check(within(0.001, 36525.0))
        .showDefault();
    addThreads(command, options->threads,
               "threads to use; all cores without it. Results never depend on it", 1);
    addSeed(command, options->seed);
    command
        .option(
            "--vary", options->vary,
            "a campaign at each value of a figure, with the same seeds: job-size, "
            "checkpoint-interval, restart-time, spares, detection-timeout, failure-rate, "
            "or OBJECT.KEY; values a,b,c or a..b:n in the unit of its table, or with one: 10min,1h")
        .type("FIGURE=VALUES");
    command
        .option("--coupling", options->coupling,
                "when power and heat are computed: asked (around events of the plant), never "
                "(plant failures reach nobody) or always")
        .type("MODE")
        .check(oneOf({"asked", "never", "always"}))
        .showDefault();
    command
        .option("--target-halfwidth", options->halfWidthPct,
                "end early once the effective time is known to +- this many percent")
        .type("PCT")
        .check(within(1e-6, 1000.0));
    addWide(command);
    addFormat(command, options->format, {"text", "json", "csv"});
    addSplit(command, options->split);
    command.option("--out", options->out, "file to write instead of standard output").type("FILE");
    addQuiet(command, options->quiet);
    command.action([options, &code] { code = campaign(*options); });
}

}  // namespace headroom::app
