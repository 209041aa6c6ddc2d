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
#include "app/cli/table.h"
#include "engine/base/plain_text.h"
#include "engine/reliability/reach/sweep_sheet.h"
#include "engine/sheet/sheet_csv.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>

namespace headroom::app {

namespace {

struct SweepOptions {
    std::string project;
    std::string warmUp = "2h", horizon = "1h", rest = "15min";
    std::string part;
    int pairs = 0, threads = 0, top = 20, switches = 16;
    bool randomFailures = false, all = false;
    std::string format = "text";
    SplitOptions split;
};

/// The first rows of a sheet.
std::string tableOf(const engine::Sweep& sweep, engine::SweepRows which, int top) {
    engine::Sheet sheet = engine::sweepSheet(sweep, which);
    if (top > 0 && sheet.rows.size() > static_cast<std::size_t>(top)) {
        sheet.rows.resize(static_cast<std::size_t>(top));
    }
    return tableText(sheet);
}

void printText(const engine::Sweep& sweep, const SweepOptions& options) {
    const auto singles = std::count_if(sweep.rows.begin(), sweep.rows.end(),
                                       [](const auto& row) { return !row.isPair(); });
    std::printf("N-1: %td parts, each failing at %s and watched for %s", singles,
                durationText(sweep.startS).c_str(), durationText(sweep.spec.horizonS).c_str());
    const std::string computed =
        sweep.computed < singles
            ? fmt::format("; {} computed, the others are like one of these", sweep.computed)
            : "";
    std::printf("%s\n", computed.c_str());
    std::printf("%s\n", tableOf(sweep, engine::SweepRows::Singles, options.top).c_str());
    if (static_cast<std::size_t>(singles) < sweep.rows.size()) {
        std::printf("N-1-1: a second part %s after the first\n",
                    durationText(sweep.spec.restS).c_str());
        std::printf("%s\n", tableOf(sweep, engine::SweepRows::Pairs, options.top).c_str());
    }
    if (!sweep.rows.empty()) {
        std::printf("Worst: %s\n", engine::sweepName(sweep.rows.front()).c_str());
        for (const engine::ReachStep& step : sweep.rows.front().reach.steps) {
            std::printf("  %s: %s\n", engine::reachByName(step.by), step.text.c_str());
        }
    }
    std::printf("%s\n", engine::sweepSheet(sweep).why.c_str());
}

int sweep(const SweepOptions& options) {
    engine::SweepSpec spec;
    for (const auto& [text, target, name] :
         {std::tuple{&options.warmUp, &spec.warmUpS, "--warm-up"},
          std::tuple{&options.horizon, &spec.horizonS, "--horizon"},
          std::tuple{&options.rest, &spec.restS, "--rest"}}) {
        const auto seconds = parseDuration(*text);
        if (!seconds) {
            return failUsage("sweep", durationFault(name, *text));
        }
        *target = *seconds;
    }
    const auto opened = openProject(options.project);
    if (!opened) {
        return fail(opened.error());
    }
    spec.pairsOf = options.pairs;
    spec.threads = options.threads;
    spec.only = options.part;
    spec.mostSwitches = options.switches;
    spec.randomFailures = options.randomFailures;
    spec.all = options.all;
    if (!options.split.on.empty()) {
        return dealOut(options.split, options.threads);
    }
    const auto members = openMembers(
        options.split, *opened, "sweep",
        fmt::format("{} {} {} {} {} {} {} {}", spec.warmUpS, spec.horizonS, spec.restS,
                    spec.pairsOf, spec.only, spec.mostSwitches, spec.randomFailures, spec.all));
    if (!members) {
        return fail(members.error());
    }
    spec.members = members->get();
    Progress bar("sweep", true);
    const auto result = engine::sweep(
        opened->project, opened->catalogue, spec,
        [&](int done, int all) {
            bar.update(static_cast<double>(done) / all, fmt::format("{} of {}", done, all));
        },
        &catchInterrupts());
    bar.finish();
    if (!result) {
        return fail(result.error());
    }
    if (options.split.isTask()) {
        return toldTask(options.split, **members, result->complete || result->waits);
    }
    if (const auto fault = *members ? (*members)->fault() : std::nullopt) {
        return fail(*fault);
    }
    if (options.format == "json") {
        std::printf(
            "%s\n",
            engine::sweepJson(*result, engine::plainText(opened->project.file.string())).c_str());
    } else if (options.format == "csv") {
        std::printf("%s", engine::sheetCsv(engine::sweepSheet(*result)).c_str());
    } else {
        printText(*result, options);
    }
    if (!result->faults.empty()) {
        fail(result->faults);
        return kSolver;
    }
    return result->complete ? kFine : kCancelled;
}

}  // namespace

void addSweep(Subcommand app, int& code) {
    auto options = std::make_shared<SweepOptions>();
    Subcommand command = app.subcommand(
        "sweep", "Fail each part of a design in turn (N-1, N-1-1) and rank by lost throughput");
    command.option("PROJECT", options->project, "project file or folder").required().type("");
    command.option("--warm-up", options->warmUp, "run before anything fails")
        .type("TIME")
        .showDefault();
    command.option("--horizon", options->horizon, "how long each failure is watched")
        .type("TIME")
        .showDefault();
    command.option("--part", options->part, "only parts of this object of the project").type("ID");
    command
        .option("--pairs", options->pairs,
                "N-1-1 among this number of parts, those that take most redundancy away")
        .type("N")
        .check(within(0, 1000));
    command.option("--rest", options->rest, "N-1-1: from the first failure to the second")
        .type("TIME")
        .showDefault();
    command
        .option("--switches", options->switches,
                "switches of a tier that are tried, evenly spread; 0: all")
        .type("N")
        .check(within(0, 1'000'000))
        .showDefault();
    command.flag("--all", options->all, "compute every part, also if it is like another");
    command.flag("--random-failures", options->randomFailures,
                 "failures of the project continue meanwhile");
    command.option("--top", options->top, "rows of each table; 0: all")
        .type("N")
        .check(within(0, 1'000'000))
        .showDefault();
    addWide(command);
    addThreads(command, options->threads);
    addSplit(command, options->split);
    addFormat(command, options->format, {"text", "json", "csv"});
    command.action([options, &code] { code = sweep(*options); });
}

}  // namespace headroom::app
