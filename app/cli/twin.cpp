// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands.h"
#include "app/cli/common_options.h"
#include "app/cli/duration.h"
#include "app/cli/exit_code.h"
#include "app/cli/interrupt.h"
#include "app/cli/open.h"
#include "app/cli/option_checks.h"
#include "app/cli/progress.h"
#include "app/cli/telemetry_input.h"
#include "app/cli/twin_live.h"
#include "engine/base/number.h"
#include "engine/exchange/site_clock.h"
#include "engine/run/order_text.h"
#include "engine/twin/alarm_book.h"
#include "engine/twin/suspects.h"
#include "engine/twin/trial.h"
#include "engine/twin/twin_report.h"
#include "models/core/calendar.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace headroom::app {

namespace {

struct TwinOptions {
    std::string project, telemetry, live, map, overlay, store, out, until, ahead, learn,
        spinUp = "1h", skipGaps = kUsualSilence, step, every = "15s", listen, speed;
    std::vector<std::string> orders, channels;
    std::vector<std::int64_t> acknowledged;
    std::optional<std::uint64_t> seed;
    int members = 20, threads = 1, trial = 0;
    std::string format = "text";
    bool quiet = false;
};

/// Times of the options, in seconds; a text that is none has its message.
struct TwinTimes {
    engine::TwinSpec spec;
    engine::TwinReportSpec report;
    engine::LiveSpec live;
    double aheadS = 0.0, followS = std::numeric_limits<double>::infinity();
    std::string fault;
};

TwinTimes timesOf(const TwinOptions& options) {
    TwinTimes times;
    const auto read = [&](const char* name, const std::string& text, double& into) {
        if (text.empty()) {
            return;
        }
        if (const auto seconds = parseDuration(text)) {
            into = *seconds;
        } else if (times.fault.empty()) {
            times.fault = durationFault(name, text);
        }
    };
    double stepS = 0.0;
    read("--until", options.until, times.spec.untilS);
    read("--spin-up", options.spinUp, times.spec.spinUpS);
    read("--learn", options.learn, times.report.learnS);
    read("--ahead", options.ahead, times.aheadS);
    read("--every", options.every, times.live.everyS);
    read("--for", options.listen, times.live.forS);
    read("--for", options.listen, times.followS);
    if (times.fault.empty()) {
        times.fault = readSilence(options.skipGaps, times.spec.longestSilenceS);
    }
    times.live.cancel = &catchInterrupts();
    read("--step", options.step, stepS);
    if (stepS > 0.0) {
        times.spec.options.stepS = stepS;
    }
    times.spec.options.seed = options.seed;
    times.spec.threads = options.threads;
    times.spec.neighbours = true;
    return times;
}

/// Alarms go to the readings that they are of; the list of all that were ever raised there.
engine::Result<std::string> keepInStore(const TwinOptions& options, const engine::TelemetryMap& map,
                                        const engine::TwinReport& report) {
    auto store = engine::TelemetryStore::open(options.store, map);
    if (!store) {
        return tl::unexpected(store.error());
    }
    if (auto done = engine::keepAlarms(**store, map, report.alarms); !done) {
        return tl::unexpected(done.error());
    }
    const auto nowMs = std::chrono::duration_cast<std::chrono::milliseconds>(
        std::chrono::system_clock::now().time_since_epoch());
    const std::string now = models::calendarText(nowMs.count() / 1000 * 1000) + " UTC";
    for (const std::int64_t number : options.acknowledged) {
        if (auto done = engine::acknowledgeAlarm(**store, number, now); !done) {
            return tl::unexpected(done.error());
        }
    }
    const auto all = engine::keptAlarms(**store);
    return all ? engine::Result<std::string>(engine::keptAlarmsText(*all))
               : tl::unexpected(all.error());
}

/// Faults put into a building of our own, under the recorded load and weather.
int trial(const TwinOptions& options, const TwinTimes& times, const Opened& opened,
          const engine::TelemetryMap& map, const std::vector<engine::TelemetrySeries>& series) {
    engine::TrialSpec spec;
    spec.faults = options.trial;
    spec.healthy = std::max(2, options.trial / 4);
    spec.options = times.spec.options;
    spec.threads = options.threads;
    spec.seed = options.seed.value_or(1);
    if (std::isfinite(times.spec.untilS)) {
        spec.untilS = times.spec.untilS;
        spec.faultAfterS = times.spec.untilS / 3.0;
    }
    Progress progress("trial", !options.quiet);
    const auto result = engine::runTrial(
        opened.project, opened.catalogue, map, series, spec,
        [&](int done, int due) {
            progress.update(static_cast<double>(done) / due,
                            std::to_string(done) + " of " + std::to_string(due));
        },
        catchInterrupts());
    progress.finish();
    if (!result) {
        return fail(result.error());
    }
    std::printf("%s", options.format == "json" ? engine::trialJson(*result).c_str()
                                               : engine::trialText(*result).c_str());
    return catchInterrupts() ? kCancelled : kFine;
}

/// Options that do not go with --live, or without it.
std::string faultOfLive(const TwinOptions& options) {
    if (options.telemetry.empty() == options.live.empty()) {
        return "name the readings by --telemetry, or the running sources by --live";
    }
    if (options.live.empty()) {
        return !options.speed.empty() ? "--speed needs --live"
               : !options.out.empty()
                   ? "--out needs --live: recorded telemetry is followed again in seconds"
                   : "";
    }
    if (options.store.empty()) {
        return "--live needs --store: readings that are acknowledged to their source must be on "
               "disk";
    }
    for (const auto& [isGiven, name] :
         {std::pair(options.trial > 0, "--trial"), std::pair(!options.ahead.empty(), "--ahead"),
          std::pair(!options.until.empty(), "--until"),
          std::pair(!options.acknowledged.empty(), "--acknowledge")}) {
        if (isGiven) {
            return std::string(name) + " does not go with --live; use it with --telemetry";
        }
    }
    return "";
}

int twin(const TwinOptions& options) {
    const TwinTimes times = timesOf(options);
    if (!times.fault.empty()) {
        return failUsage("twin", times.fault);
    }
    std::vector<engine::BranchOrder> orders;
    for (const std::string& text : options.orders) {
        auto order = engine::orderFromText(text, 0.0);
        if (!order) {
            return failUsage("twin", "--order \"" + text + "\": " + order.error());
        }
        orders.push_back({std::move(*order), text});
    }
    if (!options.acknowledged.empty() && options.store.empty()) {
        return failUsage("twin", "--acknowledge needs --store: where the alarms are kept");
    }
    if (!orders.empty() && times.aheadS <= 0.0) {
        return failUsage("twin", "--order needs --ahead: how far to look");
    }
    std::optional<double> speed;
    if (!options.speed.empty()) {
        speed = options.speed == "max" ? 0.0 : engine::parseNumber(options.speed).value_or(-1.0);
        if (*speed < 0.0 || (options.speed != "max" && *speed == 0.0)) {
            return failUsage("twin",
                             "--speed: \"" + options.speed +
                                 "\" is neither max nor recorded seconds per second above 0");
        }
    }
    if (const std::string fault = faultOfLive(options); !fault.empty()) {
        return failUsage("twin", fault);
    }
    auto opened = openTwinProject(options.project, options.overlay);
    if (!opened) {
        return fail(opened.error());
    }
    const auto mapPlace = telemetryMapOf(opened->project, options.map);
    if (!mapPlace) {
        return fail(mapPlace.error());
    }
    const std::filesystem::path& mapFile = *mapPlace;
    if (!options.live.empty()) {
        engine::TwinLoopSpec spec;
        spec.run = times.spec;
        spec.report = times.report;
        return followLive(std::move(*opened),
                          {options.live, mapFile, options.store, options.out, times.followS, speed,
                           options.format, options.quiet},
                          spec);
    }
    engine::OutputGuard guard = guardOf(opened->project);
    if (!engine::isAddress(options.telemetry)) {
        guard.reads(options.telemetry);
    }
    guard.reads(mapFile);
    guard.reads(options.overlay);
    if (const auto fine = guard.check(); !fine) {
        return fail(fine.error());
    }
    const auto map =
        engine::readTelemetryMap(mapFile, engine::siteClockOf(opened->project, opened->catalogue));
    if (!map) {
        return fail(map.error());
    }
    engine::TwinIntake intake;
    auto series =
        takeIn(options.telemetry, options.store, *map, intake, times.live,
               options.trial > 0 ? std::numeric_limits<double>::infinity() : times.spec.untilS,
               options.quiet);
    if (!series) {
        return catchInterrupts() ? kCancelled : fail(series.error());
    }
    if (options.trial > 0) {
        return trial(options, times, *opened, *map, *series);
    }
    const auto start = std::chrono::steady_clock::now();
    const auto run = engine::TwinRun::make(opened->project, opened->catalogue, *map,
                                           std::move(*series), times.spec);
    if (!run) {
        return fail(run.error());
    }
    const std::atomic<bool>& interrupted = catchInterrupts();
    Progress progress("twin", !options.quiet);
    const auto followed =
        (*run)->follow([&](double share) { progress.update(share, "following"); }, interrupted);
    progress.finish();
    if (!followed) {
        const int code = fail(followed.error());
        return followed.error().front().code == "SIM-045" ? kSolver : code;
    }
    const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - start;
    engine::TwinReport report = engine::judgeTwin(**run, times.report);
    engine::nameSuspects(**run, report);
    std::string kept;
    if (!options.store.empty()) {
        auto book = keepInStore(options, *map, report);
        if (!book) {
            return fail(book.error());
        }
        kept = std::move(*book);
    }
    std::optional<engine::Ahead> ahead;
    if (times.aheadS > 0.0 && *followed) {
        engine::AheadSpec spec;
        spec.aheadS = times.aheadS;
        spec.members = options.members;
        spec.seed = options.seed.value_or(1);
        spec.channels = options.channels;
        spec.threads = options.threads;
        for (engine::BranchOrder& order : orders) {
            order.command.timeS += (*run)->simulator().timeS();
        }
        spec.orders = orders;
        auto looked =
            engine::lookAhead(**run, spec, engine::residualRms(**run, report), interrupted);
        if (!looked) {
            return fail(looked.error());
        }
        ahead = std::move(*looked);
    }
    std::printf("%s", options.format == "json"
                          ? engine::twinJson(**run, intake, report, ahead, wall.count()).c_str()
                          : engine::twinText(**run, intake, report, ahead, wall.count()).c_str());
    if (!kept.empty() && options.format == "text") {
        std::printf("\nAlarms kept in %s:\n%s", options.store.c_str(), kept.c_str());
    }
    return interrupted ? kCancelled : kFine;
}

}  // namespace

void addTwin(Subcommand app, int& code) {
    auto options = std::make_shared<TwinOptions>();
    Subcommand command =
        app.subcommand("twin",
                       "Follow telemetry of a building: compare it with the models, "
                       "raise alarms, look hours ahead");
    command.option("PROJECT", options->project, "project file, or a folder with a project.json")
        .required()
        .type("");
    command
        .option("--telemetry", options->telemetry,
                "readings: CSV, JSON lines, answers of Redfish or Prometheus, gzip allowed; or an "
                "address to ask: "
                "http://HOST/PATH, mqtt://HOST/TOPIC, modbus://HOST/UNIT, snmp://HOST/COMMUNITY")
        .type("FILE|ADDRESS");
    command
        .option("--live", options->live,
                "instead: a list of sources that are followed as they tell, with --store; Ctrl+C "
                "ends it")
        .type("SOURCES.json");
    command
        .option("--speed", options->speed,
                "of recorded sources of --live: recorded seconds per second, or max")
        .type("N");
    command
        .option("--for", options->listen,
                "listen to an address so long, without it 60s; follow --live so long, without it "
                "to the end")
        .type("TIME");
    command.option("--every", options->every, "ask it so often").type("TIME").showDefault();
    command
        .option("--map", options->map,
                "columns and units of the readings; without it telemetry.json next to the project")
        .type("MAP");
    command.option("--overlay", options->overlay, "with the values that calibrate fitted")
        .type("OVERLAY.json");
    command
        .option("--store", options->store,
                "keep the readings in this file (SQLite); an existing one is continued")
        .type("FILE.db");
    command
        .option(
            "--out", options->out,
            "record what the twin of --live does; a new file; at most its last second can be lost")
        .type("RUN.db");
    command
        .option("--acknowledge", options->acknowledged,
                "an alarm of the store is seen, by its number; may be given several times")
        .type("NUMBER");
    command
        .option("--until", options->until,
                "follow so far after the first reading; without it to the last")
        .type("TIME");
    command
        .option("--spin-up", options->spinUp,
                "under the first readings before they begin, to settle")
        .type("TIME")
        .showDefault();
    addSkipGaps(command, options->skipGaps);
    command
        .option("--learn", options->learn,
                "first part of the span, which teaches what is usual; without it a quarter, at "
                "most 6 h")
        .type("TIME");
    command.option("--ahead", options->ahead, "look so far ahead from the end of what was followed")
        .type("TIME");
    command
        .option("--order", options->orders,
                "what if, as in branch: \"fail htw pumps count 1\"; times count from now; may be "
                "given several "
                "times")
        .type("ORDER");
    command
        .option("--show", options->channels,
                "a channel more to look ahead at; may be given several times")
        .type("CHANNEL");
    command.option("--members", options->members, "runs that an interval is made from")
        .type("N")
        .check(within(2, 1000))
        .showDefault();
    command
        .option("--trial", options->trial,
                "instead: this number of faults in a building of our own under this load and "
                "weather; how "
                "many are "
                "found, how soon, how often falsely")
        .type("N")
        .check(within(1, 10000));
    command.option("--step", options->step, "coupling step instead of the project's").type("TIME");
    addSeed(command, options->seed);
    addThreads(command, options->threads, "threads at most; results never depend on it", 1);
    addQuiet(command, options->quiet);
    addFormat(command, options->format, {"text", "json"});
    command.action([options, &code] { code = twin(*options); });
}

}  // namespace headroom::app
