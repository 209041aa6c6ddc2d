// SPDX-License-Identifier: Apache-2.0
#include "engine/base/json.h"
#include "engine/reliability/reach/sweep.h"

#include "app/cli/commands.h"
#include "app/cli/duration.h"
#include "app/cli/exit_code.h"
#include "app/cli/interrupt.h"
#include "app/cli/open.h"
#include "app/cli/option_checks.h"
#include "app/cli/progress.h"
#include "app/cli/table.h"
#include "engine/base/plain_text.h"
#include "engine/base/scale.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>

namespace headroom::app {

namespace {

using Json = nlohmann::ordered_json;

struct SweepOptions {
    std::string project;
    std::string warmUp = "2h", horizon = "1h", rest = "15min";
    std::string part;
    int pairs = 0, threads = 0, top = 20, switches = 16;
    bool randomFailures = false;
    std::string format = "text";
};

std::string nameOf(const engine::SweepRow& row) {
    return row.isPair() ? row.first.name + ", then " + row.second.name : row.first.name;
}

Json jsonOf(const engine::SweepRow& row) {
    const engine::Forecast& f = row.forecast;
    Json json = {{"part", row.first.name}, {"kind", row.first.kind}, {"alike", row.first.alike}};
    if (row.isPair()) {
        json["then"] = row.second.name;
        json["beyond_accelerator_h"] = row.beyondS / kHourS;
    }
    json["lost_accelerator_h"] = f.lostAcceleratorS / kHourS;
    json["lost_share"] = f.lostShare;
    json["lost_tokens"] = f.lostTokens();
    json["interruptions"] = f.with.interruptions - f.without.interruptions;
    json["racks_off"] = f.with.racksOff;
    json["racks_throttled"] = f.with.racksThrottled;
    json["hottest_c"] = f.with.hottestC;
    json["design"] = {{"racks_lost", row.reach.racksLost},
                      {"racks_short_of_capacity", row.reach.racksStrained},
                      {"racks_without_redundancy", row.reach.racksExposed}};
    for (const engine::ReachStep& step : row.reach.steps) {
        json["design"]["steps"].push_back(step.text);
    }
    for (const engine::Event& e : f.events) {
        json["events"].push_back({{"time_s", e.timeS}, {"subject", e.subject}, {"text", e.text}});
    }
    return json;
}

Cells cellsOf(const engine::Sweep& sweep, bool pairs, std::size_t most) {
    Cells cells = {{"part", "alike", "lost accelerator-h", "lost %", "interruptions", "racks off",
                    "throttled", "hottest C", "by design: lost", "short", "exposed"}};
    for (const engine::SweepRow& row : sweep.rows) {
        if (row.isPair() != pairs || cells.size() > most) {
            continue;
        }
        const engine::Forecast& f = row.forecast;
        cells.push_back(
            {nameOf(row), row.isPair() ? "-" : fmt::format("{}", row.first.alike),
             fmt::format("{:.1f}", f.lostAcceleratorS / kHourS),
             fmt::format("{:.2f}", 100.0 * f.lostShare),
             fmt::format("{}", f.with.interruptions - f.without.interruptions),
             fmt::format("{}", f.with.racksOff), fmt::format("{}", f.with.racksThrottled),
             fmt::format("{:.1f}", f.with.hottestC), fmt::format("{}", row.reach.racksLost),
             fmt::format("{}", row.reach.racksStrained),
             fmt::format("{}", row.reach.racksExposed)});
    }
    return cells;
}

void printText(const engine::Sweep& sweep, const SweepOptions& options) {
    const std::size_t most =
        options.top > 0 ? static_cast<std::size_t>(options.top) : sweep.rows.size();
    const auto singles = std::count_if(sweep.rows.begin(), sweep.rows.end(),
                                       [](const auto& row) { return !row.isPair(); });
    std::printf("N-1: %td parts, each failing at %s and watched for %s\n", singles,
                durationText(sweep.startS).c_str(), durationText(sweep.spec.horizonS).c_str());
    std::printf("%s\n", alignedTable(cellsOf(sweep, false, most)).c_str());
    if (static_cast<std::size_t>(singles) < sweep.rows.size()) {
        std::printf("N-1-1: a second part %s after the first\n",
                    durationText(sweep.spec.restS).c_str());
        std::printf("%s\n", alignedTable(cellsOf(sweep, true, most)).c_str());
    }
    if (!sweep.rows.empty()) {
        std::printf("Worst: %s\n", nameOf(sweep.rows.front()).c_str());
        for (const engine::ReachStep& step : sweep.rows.front().reach.steps) {
            std::printf("  %s: %s\n", engine::reachByName(step.by), step.text.c_str());
        }
    }
    std::printf(
        "Lost: work that the same hours without the failure do, in accelerator-hours. By "
        "design: at full load on a design day, with nothing repaired.\n");
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
    if (options.format == "json") {
        Json json = {{"project", engine::plainText(opened->project.file.string())},
                     {"start_s", result->startS},
                     {"horizon_s", spec.horizonS},
                     {"complete", result->complete},
                     {"rows", Json::array()}};
        for (const engine::SweepRow& row : result->rows) {
            json["rows"].push_back(jsonOf(row));
        }
        std::printf("%s\n", engine::jsonText(json, 2).c_str());
    } else if (options.format == "csv") {
        std::printf("%s", csvTable(cellsOf(*result, false, result->rows.size())).c_str());
        if (options.pairs > 0) {
            std::printf("%s", csvTable(cellsOf(*result, true, result->rows.size())).c_str());
        }
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
        "sweep", "Let every part of a design fail (N-1, N-1-1), ranked by lost throughput");
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
                "N-1-1 among so many parts, those that take most redundancy away")
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
    command.flag("--random-failures", options->randomFailures, "those of the project go on beside");
    command.option("--top", options->top, "rows of each table; 0: all")
        .type("N")
        .check(within(0, 1'000'000))
        .showDefault();
    command.option("--threads", options->threads, "0: all cores").type("N").check(within(0, 1024));
    command.option("--format", options->format, "text, json or csv")
        .type("FORMAT")
        .check(oneOf({"text", "json", "csv"}))
        .showDefault();
    command.action([options, &code] { code = sweep(*options); });
}

}  // namespace headroom::app
