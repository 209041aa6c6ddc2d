// SPDX-License-Identifier: Apache-2.0
#include "app/cli/answer.h"
#include "app/cli/commands.h"
#include "app/cli/common_options.h"
#include "app/cli/exit_code.h"
#include "app/cli/interrupt.h"
#include "app/cli/option_checks.h"
#include "app/cli/progress.h"
#include "app/cli/table.h"
#include "app/cli/trace_map_option.h"
#include "engine/base/scale.h"
#include "engine/schedule/schedule_question.h"

#include <algorithm>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace headroom::app {

namespace {

/// Words of an attribute of job traces, in the order of the models' enumeration.
std::vector<std::string> wordsOf(const char* key) {
    const auto choices = models::JobTraceSpec::type().find(key)->choices;
    return {choices.begin(), choices.end()};
}

/// Work that ends sooner prints no progress.
constexpr double kQuietS = 2.0;

struct ScheduleOptions {
    std::string trace;
    int accelerators = 0;
    std::vector<std::string> policies;
    models::JobTraceSpec reader;  ///< how the trace is read, as by `job_traces` of a project
    std::string traceFormat = "auto", timeUnit = "auto", traceMap;
    double checkpointMin = 30.0, restartMin = 5.0;
    double leastPct = 50.0, mostPct = 200.0, contentionPct = 1.0;
    std::optional<double> estimatePct;
    std::vector<std::string> pools;
    bool byTeam = false;
    double usdPerHour = models::kNotStated, usdPerWaitingHour = models::kNotStated;
    double busyW = models::kNotStated, idleW = models::kNotStated, pue = 1.0;
    std::string format = "text";
};

template <class Enum>
Enum choiceOf(const std::vector<std::string>& words, const std::string& word) {
    return static_cast<Enum>(std::find(words.begin(), words.end(), word) - words.begin());
}

engine::Result<engine::ScheduleStudy> scheduleStudyOf(const ScheduleOptions& options) {
    constexpr double kPercent = 0.01;
    engine::ScheduleStudy study;
    study.trace = options.trace;
    study.accelerators = options.accelerators;
    study.reader = options.reader;
    study.reader.format = choiceOf<models::TraceFormat>(wordsOf("format"), options.traceFormat);
    study.reader.time = choiceOf<models::TraceTime>(wordsOf("time_unit"), options.timeUnit);
    if (const auto fine =
            readTraceMap(options.traceMap, models::JobTraceSpec::type(), &study.reader);
        !fine) {
        return tl::unexpected(fine.error());
    }
    for (const std::string& name :
         options.policies.empty() ? engine::policyNames() : options.policies) {
        auto policy = engine::namedPolicy(name);
        if (!policy) {
            return tl::unexpected(policy.error());
        }
        study.policies.push_back(std::move(*policy));
    }
    for (const std::string& text : options.pools) {
        const auto pool = engine::poolOf(text);
        if (!pool) {
            return tl::unexpected(pool.error());
        }
        study.pools.push_back(*pool);
    }
    study.replay.checkpointS = options.checkpointMin * kMinuteS;
    study.replay.restartS = options.restartMin * kMinuteS;
    study.replay.leastShare = options.leastPct * kPercent;
    study.replay.mostFactor = options.mostPct * kPercent;
    study.replay.contention = options.contentionPct * kPercent;
    study.replay.requestedTimes = !options.estimatePct;
    study.replay.estimateFactor = options.estimatePct.value_or(100.0) * kPercent;
    study.terms = {options.usdPerHour, options.usdPerWaitingHour, options.busyW, options.idleW,
                   options.pue};
    study.byTeam = options.byTeam;
    return study;
}

void printSchedule(const engine::ScheduleAnswer& answer, const engine::ScheduleStudy& study,
                   const std::string& format) {
    const std::vector<engine::Sheet> sheets = engine::scheduleSheets(answer, study);
    if (format == "text") {
        std::printf("%zu jobs on %d accelerators\n", answer.jobs, study.accelerators);
        for (const std::string& text : answer.charges) {
            std::printf("%s\n", text.c_str());
        }
    }
    if (sheets.size() == 1 && format == "text") {
        std::printf("%s\n", tableText(sheets.front()).c_str());
    } else if (sheets.size() == 1) {
        printSheet(sheets.front(), format);
    } else {
        printSheets(named(sheets), format);
    }
}

int schedule(const ScheduleOptions& options) {
    const auto study = scheduleStudyOf(options);
    if (!study) {
        fail(study.error());
        return study.error().code.starts_with("TRC") || study.error().code.starts_with("FIL")
                   ? kFile
                   : kUsage;
    }
    Progress progress("schedule", true, kQuietS);
    const auto answer = engine::answerSchedule(
        *study, [&](double share, const std::string& what) { progress.update(share, what); },
        &catchInterrupts());
    progress.finish();
    if (!answer) {
        return catchInterrupts() ? kCancelled : fail(answer.error());
    }
    for (const std::string& note : answer->notes) {
        std::fprintf(stderr, "%s\n", note.c_str());
    }
    printSchedule(*answer, *study, options.format);
    if (!answer->interrupted.empty()) {
        std::fflush(stdout);
        std::fprintf(stderr, "%s\n", answer->interrupted.c_str());
        return kCancelled;
    }
    return kFine;
}

/// Options that add sheets: money and energy, teams, other pools.
void addScheduleTerms(Subcommand command, ScheduleOptions& options) {
    command.option("--pools", options.pools, "further sizes of the pool to compare, by commas")
        .type("N")
        .separatedBy(',');
    command.flag("--teams", options.byTeam, "waiting and slowdown of each team");
    command
        .option("--usd-per-hour", options.usdPerHour, "price of an accelerator hour, held or not")
        .type("USD")
        .check(within(0.0, 1e5));
    command
        .option("--usd-per-waiting-hour", options.usdPerWaitingHour,
                "cost of an hour in which a job waits")
        .type("USD")
        .check(within(0.0, 1e6));
    command
        .option("--busy-w", options.busyW,
                "mean power of an accelerator with its share of the server while a job holds it")
        .type("W")
        .check(within(0.0, 1e5));
    command.option("--idle-w", options.idleW, "the same while no job holds it")
        .type("W")
        .check(within(0.0, 1e5));
    command.option("--pue", options.pue, "PUE of the facility")
        .type("RATIO")
        .check(within(1.0, 5.0))
        .showDefault();
}

}  // namespace

void addSchedule(Subcommand app, int& code) {
    auto options = std::make_shared<ScheduleOptions>();
    Subcommand command = app.subcommand(
        "schedule", "Compare scheduling policies on a job trace and a pool of accelerators");
    command
        .option("TRACE", options->trace,
                "job log: sacct (text or JSON), SWF, kubectl JSON, or a table (Helios, Acme, PAI, "
                "openb, Philly, "
                "your own); gzip allowed. Example: schedule sacct.txt --accelerators 1024")
        .required()
        .type("");
    command.option("--accelerators", options->accelerators, "size of the pool")
        .required()
        .type("N")
        .check(within(1, 10'000'000));
    command.option("--policy", options->policies, "only these, by commas; without it all")
        .type("NAME")
        .separatedBy(',');
    models::JobTraceSpec& reader = options->reader;
    command.option("--trace-format", options->traceFormat, "auto: as the file shows")
        .type("FORMAT")
        .check(oneOf(wordsOf("format")))
        .showDefault();
    addTraceMap(command, options->traceMap);
    command
        .option("--submit-column", reader.submitColumn,
                "table: time of submission; without it a usual head such as submit_time")
        .type("C");
    command
        .option("--duration-column", reader.durationColumn,
                "table: run time; without it a usual head, or start and end")
        .type("C");
    command
        .option("--size-column", reader.sizeColumn,
                "table: accelerators; without it a usual head such as num_gpus")
        .type("C");
    command.option("--tenant-column", reader.tenantColumn, "table: without it vc, user or tenant")
        .type("C");
    command.option("--priority-column", reader.priorityColumn, "table: higher goes first")
        .type("C");
    command.option("--deadline-column", reader.deadlineColumn, "table: in the time of submission")
        .type("C");
    command
        .option("--time-unit", options->timeUnit,
                "of the times of a table; auto: dates by their look, numbers in seconds")
        .type("UNIT")
        .check(oneOf(wordsOf("time_unit")))
        .showDefault();
    command
        .option("--processors-per-accelerator", reader.processorsPerAccelerator,
                "SWF, OpenDC: processors that stand for one accelerator")
        .type("N")
        .check(within(0.001, 1e5))
        .showDefault();
    command.option("--size-scale", reader.sizeScale, "multiplies the accelerators of each job")
        .type("X")
        .check(within(0.0001, 1e4))
        .showDefault();
    command
        .option("--checkpoint", options->checkpointMin,
                "minutes between checkpoints of jobs that may be preempted")
        .type("MIN")
        .check(within(0.0, 1e6))
        .showDefault();
    command
        .option("--restart", options->restartMin,
                "minutes that a preempted or resized job "
                "needs until it continues")
        .type("MIN")
        .check(within(0.0, 1e6))
        .showDefault();
    command
        .option("--elastic-least", options->leastPct,
                "percent of what it asks for that an elastic job shrinks to")
        .type("PCT")
        .check(within(0.0, 100.0))
        .showDefault();
    command.option("--elastic-most", options->mostPct, "percent that it grows to")
        .type("PCT")
        .check(within(100.0, 1e5))
        .showDefault();
    command
        .option("--contention", options->contentionPct,
                "c of the speed-up n / (1 + c (n - 1)) of elastic jobs, percent")
        .type("PCT")
        .check(within(0.0, 100.0))
        .showDefault();
    command
        .option("--estimate", options->estimatePct,
                "run times as the scheduler knows them, percent of the true ones; without it as "
                "their owners asked where the trace says so, and exact elsewhere")
        .type("PCT")
        .check(within(1.0, 1e5));
    addScheduleTerms(command, *options);
    addWide(command);
    addFormat(command, options->format, {"text", "json", "csv"});
    command.action([options, &code] { code = schedule(*options); });
}

}  // namespace headroom::app
