// SPDX-License-Identifier: Apache-2.0
#include "engine/live/run.h"

#include "app/cli/air_choice.h"
#include "app/cli/commands.h"
#include "app/cli/common_options.h"
#include "app/cli/data_folder.h"
#include "app/cli/duration.h"
#include "app/cli/exit_code.h"
#include "app/cli/interrupt.h"
#include "app/cli/open.h"
#include "app/cli/option_checks.h"
#include "app/cli/progress.h"
#include "app/cli/split.h"
#include "app/cli/standard_output.h"
#include "app/cli/trace_map_option.h"
#include "engine/air/field/air_shares.h"
#include "engine/base/json.h"
#include "engine/certainty/certainty.h"
#include "engine/check/check.h"
#include "engine/exchange/site_weather.h"
#include "engine/guests/guests_of_run.h"
#include "engine/plant/plant.h"
#include "engine/run/simulator.h"
#include "engine/sheet/sheet_csv.h"
#include "engine/store/recorder.h"
#include "models/facility/project_info.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>

namespace headroom::app {

namespace fs = std::filesystem;

namespace {

/// Hours of the weather file and jobs of traces that their readers filled or left out, a line each.
std::string inputNotes(const engine::Plant& plant) {
    std::string lines;
    if (plant.site != nullptr && plant.site->file != nullptr) {
        for (const std::string& note : plant.site->file->notes) {
            lines += "Weather file: ";
            lines += note;
            lines += ".\n";
        }
    }
    for (const engine::PlantTrace& trace : plant.traces) {
        for (const std::string& note : trace.notes) {
            lines += "Trace ";
            lines += trace.id;
            lines += ": ";
            lines += note;
            lines += ".\n";
        }
    }
    return lines;
}

/// Comparison of a run with growing steps with the same with even ones. Assumption: enough to see 0.01 % of a year.
constexpr int kHoursCompared = 24;

struct RunOptions {
    std::string project;
    AirChoice air;
    std::string until = "24h";
    std::string step;
    std::string steps = "even";
    std::optional<std::uint64_t> seed;
    SplitOptions split;
    int threads = 0;
    std::string out;
    std::string trace;
    std::string traceMap;
    std::string traceFrom;
    std::string weather;
    std::vector<std::string> guests;
    std::string format = "text";
    bool quiet = false;
    bool certainty = false;
    std::string certaintyCsv;
};

// "hall.json" records to hall.db, a folder or its project.json to FOLDER.db.
fs::path defaultRecording(const fs::path& projectFile) {
    std::error_code ignored;
    const fs::path file = fs::absolute(projectFile, ignored);
    const fs::path name =
        file.filename() == "project.json" ? file.parent_path().filename() : file.stem();
    fs::path recording = outputFolder(file.parent_path()) / name;
    recording += ".db";
    return recording;
}

// The step's limits are in the project's attribute table.
std::optional<std::string> stepFault(double stepS) {
    const models::Attribute* attribute = models::ProjectInfo::type().find("step_s");
    if (stepS >= attribute->minimum && stepS <= attribute->maximum) {
        return std::nullopt;
    }
    char text[120];
    std::snprintf(text, sizeof text, "--step: %g s is outside %g to %g s", stepS,
                  attribute->minimum, attribute->maximum);
    return text;
}

// A design with findings can be run; its user should know.
void remarkFindings(const Opened& opened) {
    const auto findings = engine::checkProject(opened.project, opened.catalogue);
    const auto errors = std::count_if(
        findings.begin(), findings.end(),
        [](const engine::Finding& finding) { return finding.severity == engine::Severity::Error; });
    if (errors > 0) {
        std::fprintf(stderr, "The design has %td errors: headroom-cli check %s\n", errors,
                     opened.project.file.c_str());
    }
}

/// Database of the runs of a certainty; null if they are not kept.
engine::Result<std::unique_ptr<engine::KeptMembers>> membersOf(const RunOptions& options,
                                                               const Opened& opened,
                                                               const engine::RunOptions& runOptions,
                                                               double untilS) {
    return openMembers(
        options.split, opened, "certainty",
        fmt::format("{} s, seed {}, step {}, {}, trace {} {} {}, weather {}", untilS,
                    runOptions.seed.value_or(0), runOptions.stepS.value_or(0.0), options.steps,
                    runOptions.traceFile.string(), runOptions.traceMap, runOptions.traceOffsetS,
                    runOptions.weatherFile.string()));
}

/// How sure the headlines are; nothing where it was not asked for or was cancelled.
engine::ResultAll<std::optional<engine::Certainty>> certaintyOf(
    const RunOptions& options, const Opened& opened, const engine::RunOptions& runOptions,
    double untilS, engine::Members* members) {
    if ((!options.certainty && options.certaintyCsv.empty()) || catchInterrupts()) {
        return std::nullopt;
    }
    engine::CertaintySpec spec;
    spec.members = members;
    spec.untilS = untilS;
    spec.threads = options.threads;
    spec.options = runOptions;
    Progress bar("certainty", !options.quiet);
    auto found = engine::certainty(
        opened.project, opened.catalogue, spec,
        [&](std::size_t done, std::size_t due) {
            bar.update(static_cast<double>(done) / static_cast<double>(due),
                       std::to_string(done) + " of " + std::to_string(due) + " runs");
        },
        &catchInterrupts());
    bar.finish();
    if (!found) {
        return tl::unexpected(found.error());
    }
    if (!found->complete && !found->waits) {
        return std::nullopt;
    }
    return std::optional(std::move(*found));
}

/// The share of one task in the runs of a certainty, without the run itself.
int certaintyTask(const RunOptions& options, const Opened& opened,
                  const engine::RunOptions& runOptions, double untilS) {
    const auto members = membersOf(options, opened, runOptions, untilS);
    if (!members) {
        return fail(members.error());
    }
    const auto sure = certaintyOf(options, opened, runOptions, untilS, members->get());
    if (!sure) {
        return fail(sure.error());
    }
    return toldTask(options.split, **members, sure->has_value());
}

int run(const RunOptions& options) {
    const auto start = std::chrono::steady_clock::now();
    const std::optional<double> untilS = parseDuration(options.until);
    if (!untilS) {
        return failUsage("run", durationFault("--until", options.until));
    }
    engine::RunOptions runOptions;
    if (!options.step.empty()) {
        runOptions.stepS = parseDuration(options.step);
        if (!runOptions.stepS) {
            return failUsage("run", durationFault("--step", options.step));
        }
        if (const auto fault = stepFault(*runOptions.stepS)) {
            return failUsage("run", *fault);
        }
    }
    runOptions.steps = options.steps == "growing" ? engine::Steps::Growing : engine::Steps::Even;
    runOptions.seed = options.seed;
    runOptions.traceFile = options.trace;
    auto map = traceMapWords(options.traceMap);
    if (!map) {
        return fail(map.error());
    }
    runOptions.traceMap = std::move(*map);
    runOptions.weatherFile = options.weather;
    if (!options.traceFrom.empty()) {
        const auto fromS = parseDuration(options.traceFrom);
        if (!fromS) {
            return failUsage("run", durationFault("--trace-from", options.traceFrom));
        }
        runOptions.traceOffsetS = *fromS;
    }

    if (!options.guests.empty() && (options.certainty || !options.certaintyCsv.empty())) {
        return failUsage("run",
                         "--certainty repeats a run many times, without guests: leave --guest out");
    }
    if (!options.split.keep.empty() && !options.certainty && options.certaintyCsv.empty()) {
        return failUsage("run",
                         "--keep holds the runs of --certainty: add it, or leave --keep out");
    }
    if (!options.split.on.empty()) {
        return dealOut(options.split, options.threads);
    }
    auto opened = openProject(options.project);
    if (!opened) {
        return fail(opened.error());
    }
    const fs::path recording =
        options.out.empty() ? defaultRecording(opened->project.file) : fs::path(options.out);
    engine::OutputGuard guard = guardOf(opened->project);
    guard.reads(options.trace);
    guard.reads(options.weather);
    for (const std::string& guest : options.guests) {
        guard.reads(guest);
    }
    guard.writes("--out", recording, engine::FileKind::Recording);
    if (!options.certaintyCsv.empty()) {
        addTextOutput(guard, "--certainty-csv", options.certaintyCsv);
    }
    if (const auto fine = guard.check(); !fine) {
        return fail(fine.error());
    }
    auto withAir =
        withAirOf(options.air, opened->project, opened->catalogue, options.threads, options.quiet);
    if (!withAir) {
        if (catchInterrupts()) {
            return kCancelled;
        }
        fail(withAir.error());
        return kSolver;
    }
    opened->project = std::move(*withAir);
    if (options.split.isTask()) {
        return certaintyTask(options, *opened, runOptions, *untilS);
    }
    auto simulator = engine::Simulator::create(opened->project, opened->catalogue, runOptions);
    if (!simulator) {
        return fail(simulator.error());
    }
    const engine::AirOfRun air = engine::airOfRun((*simulator)->plant());
    if (!options.quiet) {
        remarkFindings(*opened);
    }
    (*simulator)->useThreads(std::max(1, options.threads));
    auto guests = engine::GuestsOfRun::open({options.guests.begin(), options.guests.end()},
                                            **simulator, opened->project);
    if (!guests) {
        return fail(guests.error());
    }
    const engine::RunSummary before = (*simulator)->summary();
    const std::atomic<bool>& interrupted = catchInterrupts();
    auto recorder = engine::Recorder::create(
        recording, engine::runInfo(**simulator, opened->project, opened->catalogue, runOptions),
        (*simulator)->channels(), true,
        options.threads == 1 ? engine::Recorder::Write::Between : engine::Recorder::Write::Beside);
    if (!recorder) {
        return fail(recorder.error());
    }

    Progress progress(before.project, !options.quiet);
    const auto showProgress = [&](double timeS) {
        progress.update(timeS / *untilS, durationText(timeS) + " of " + durationText(*untilS));
    };
    engine::AlarmWatch alarms;
    const bool grows = runOptions.steps == engine::Steps::Growing;
    engine::StepCheck check(**simulator, *untilS, kHoursCompared);
    engine::Project design = opened->project;  // guests change it
    engine::Errors guestFault;
    engine::BeforeStep beforeStep;
    if (!guests->empty()) {
        beforeStep = [&](engine::Simulator*& now) {
            if (auto done = guests->beforeStep(*simulator, design, opened->catalogue, runOptions);
                !done) {
                guestFault = done.error();
            }
            now = simulator->get();
            return guestFault.empty();
        };
    }
    const engine::Result<engine::RunEnd> end =
        engine::run(**simulator, recorder->get(), *untilS, {}, showProgress, interrupted, &alarms,
                    beforeStep, grows ? &check : nullptr);
    progress.finish();
    fail(guests->lost());

    const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - start;
    const engine::RunSummary summary = (*simulator)->summary();
    std::string json = engine::summaryJson(summary, wall.count(), alarms.list().get());
    const double simulatedS = summary.sums[engine::Sum::TimeS];
    const auto members = membersOf(options, *opened, runOptions, simulatedS);
    const auto sure = members
                          ? certaintyOf(options, *opened, runOptions, simulatedS, members->get())
                          : tl::unexpected(engine::Errors{members.error()});
    if (sure && *sure) {
        json = engine::withCertainty(json, **sure);
    }
    if (grows) {
        json = engine::withSteps(json, check.error());
    }
    const engine::Result<void> finished = (*recorder)->finish(json);
    if (!end) {
        const int code = fail(end.error());
        return end.error().code.starts_with("STO-") ? code : kSolver;
    }
    if (!finished) {
        return fail(finished.error());
    }
    if (!guestFault.empty()) {
        fail(guestFault);
        return kSolver;
    }
    if (!sure) {
        return fail(sure.error());
    }
    if (*sure && !options.certaintyCsv.empty()) {
        const auto written =
            writeTextOutput(options.certaintyCsv, engine::sheetCsv(engine::certaintySheet(**sure)));
        if (!written) {
            return fail(written.error());
        }
    }
    if (options.format == "json") {
        std::printf("%s", engine::withAir(json, air).c_str());
    } else {
        std::printf("%s", engine::summaryText(summary, wall.count(), alarms.list().get()).c_str());
        if (grows) {
            std::printf("%s", engine::textOf(check.error()).c_str());
        }
        std::printf("%s", *sure ? engine::certaintyText(**sure).c_str() : "");
        std::printf("%s", engine::textOf(air).c_str());
        std::printf("%s", inputNotes((*simulator)->plant()).c_str());
        std::printf("Recording: %s\n", recording.c_str());
    }
    if (*end == engine::RunEnd::Cancelled) {
        std::fprintf(
            stderr,
            "Cancelled after %s of simulated time; the recording is complete up to there.\n",
            durationText(summary.sums[engine::Sum::TimeS]).c_str());
        return kCancelled;
    }
    return summary.refused.empty() ? kFine : kFindings;
}

}  // namespace

void addRun(Subcommand app, int& code) {
    auto options = std::make_shared<RunOptions>();
    Subcommand command = app.subcommand("run", "Simulate a project, record it, print its summary");
    command.option("PROJECT", options->project, "project file, or a folder with a project.json")
        .required()
        .type("");
    command.option("--until", options->until, "simulated time to run: 90s, 15min, 24h, 7d")
        .type("TIME")
        .showDefault();
    command.option("--step", options->step, "coupling step instead of the project's").type("TIME");
    command
        .option("--steps", options->steps,
                "even: each of that length; growing: several in one, up to an hour, while nothing "
                "switches and no temperature moves, with an estimate of what that changes")
        .type("KIND")
        .check(oneOf({"even", "growing"}))
        .showDefault();
    addSeed(command, options->seed);
    addThreads(command, options->threads,
               "threads that step at most, and one more that records; 1: all on one. "
               "Without it one steps, one records. Results never depend on it",
               1);
    command
        .option("--out", options->out,
                "recording to write; an older recording there is replaced. Without it "
                "PROJECT.db next to the project, for the scenarios that ship in the current "
                "folder")
        .type("RUN.db");
    const Option trace = command
                             .option("--trace", options->trace,
                                     "job log instead of all training jobs, batch jobs, generators "
                                     "and traces of the project; inference "
                                     "services stay. Formats as of schedule: sacct, SWF, kubectl, "
                                     "tables. Example: run hall --trace sacct.txt")
                             .type("FILE");
    addTraceMap(command, options->traceMap).needs(trace);
    command
        .option("--trace-from", options->traceFrom,
                "trace time at which the run begins: 30d skips what came before")
        .type("TIME");
    command
        .option("--weather", options->weather,
                "EPW weather file (may be gzip) instead of the site's")
        .type("FILE");
    command
        .option(
            "--guest", options->guests,
            "plug-in or FMU that takes part, by the file that joins it; may be given several times")
        .type("GUEST.json");
    addFormat(command, options->format, {"text", "json"}, "of the summary: ");
    command.flag(
        "--certainty", options->certainty,
        "90 % intervals of the headline figures, what causes them and what to measure first; "
        "takes some hundred runs more, most of them of four hours");
    command
        .option("--certainty-csv", options->certaintyCsv,
                "the same as a table, a row a figure and cause")
        .type("FILE");
    addSplit(command, options->split);
    addAirChoice(command, options->air);
    addQuiet(command, options->quiet);
    command.action([options, &code] { code = run(*options); });
}

}  // namespace headroom::app
