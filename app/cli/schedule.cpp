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
#include "engine/base/json.h"
#include "engine/base/scale.h"
#include "engine/schedule/policy_sheet.h"
#include "engine/sheet/sheet_csv.h"
#include "engine/sheet/sheet_json.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

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
    std::string format = "text";
};

template <class Enum>
Enum choiceOf(const std::vector<std::string>& words, const std::string& word) {
    return static_cast<Enum>(std::find(words.begin(), words.end(), word) - words.begin());
}

/// A pool that is too small for the large jobs looks better without them. Empty if it holds all; which jobs do not fit is
/// the same for every policy.
std::string refusedText(const std::vector<engine::PolicyRow>& rows) {
    if (rows.empty() || rows.front().metrics.refused == 0) {
        return {};
    }
    const engine::ScheduleMetrics& m = rows.front().metrics;
    return fmt::format(
        "{} of {} jobs {} larger than the pool and never ran: they are in no figure below.\n",
        m.refused, m.jobs, m.refused == 1 ? "is" : "are");
}

/// Cost of a break in the table.
std::string chargesText(const ScheduleOptions& options) {
    return fmt::format(
        "A preempted job repeats its work since the last checkpoint (one each {:g} min of running "
        "time). A preempted or resized job restarts in {:g} min.\n",
        options.checkpointMin, options.restartMin);
}

/// Says on standard error that the comparison is incomplete. Empty if it is complete.
std::string interruptedText(const std::vector<engine::PolicyRow>& rows, std::size_t policies) {
    if (rows.empty() || !rows.back().metrics.cancelled) {
        return {};
    }
    const engine::ScheduleMetrics& m = rows.back().metrics;
    std::string text =
        fmt::format("Interrupted: policy {} had ended {} of {} jobs, so its row has no figures.",
                    rows.back().policy, m.completed, m.jobs - m.refused);
    if (rows.size() < policies) {
        text += fmt::format(" {} more {} not started.", policies - rows.size(),
                            policies - rows.size() == 1 ? "policy was" : "policies were");
    }
    return text + "\n";
}

int schedule(const ScheduleOptions& options) {
    models::JobTraceSpec reader = options.reader;
    reader.format = choiceOf<models::TraceFormat>(wordsOf("format"), options.traceFormat);
    reader.time = choiceOf<models::TraceTime>(wordsOf("time_unit"), options.timeUnit);
    if (const auto fine = readTraceMap(options.traceMap, models::JobTraceSpec::type(), &reader);
        !fine) {
        return fail(fine.error());
    }
    Progress readingBar("read", true, kQuietS);
    engine::LogReading reading;
    reading.progress = [&](double share) {
        readingBar.update(share, options.trace);
        return !catchInterrupts();
    };
    const auto trace = engine::readJobTrace(options.trace, reader, reading);
    readingBar.finish();
    if (catchInterrupts()) {
        return kCancelled;
    }
    if (!trace) {
        return fail(trace.error());
    }
    for (const std::string& note : trace->notes) {
        std::fprintf(stderr, "%s: %s.\n", options.trace.c_str(), note.c_str());
    }
    if (trace->kinds.size() > 1) {
        std::fprintf(
            stderr,
            "%s: jobs ran on %zu kinds of accelerators (%s); the pool counts all of them alike.\n",
            options.trace.c_str(), trace->kinds.size(),
            fmt::format("{}", fmt::join(trace->kinds, ", ")).c_str());
    }
    std::vector<engine::NamedPolicy> policies;
    for (const std::string& name :
         options.policies.empty() ? engine::policyNames() : options.policies) {
        auto policy = engine::namedPolicy(name);
        if (!policy) {
            fail(policy.error());
            return kUsage;
        }
        policies.push_back(std::move(*policy));
    }
    constexpr double kPercent = 0.01;
    engine::ReplayOptions replay;
    replay.checkpointS = options.checkpointMin * kMinuteS;
    replay.restartS = options.restartMin * kMinuteS;
    replay.leastShare = options.leastPct * kPercent;
    replay.mostFactor = options.mostPct * kPercent;
    replay.contention = options.contentionPct * kPercent;
    replay.requestedTimes = !options.estimatePct;
    replay.estimateFactor = options.estimatePct.value_or(100.0) * kPercent;
    Progress progress("schedule", true, kQuietS);
    const auto report = [&](const std::string& policy, double done) {
        const auto at = std::find_if(policies.begin(), policies.end(),
                                     [&](const auto& p) { return p.name == policy; });
        const auto before = static_cast<double>(at - policies.begin());
        progress.update((before + done) / static_cast<double>(policies.size()),
                        fmt::format("{} {:.0f} %", policy, 100.0 * done));
    };
    const auto rows = engine::comparePolicies(trace->jobs, options.accelerators, policies, replay,
                                              &catchInterrupts(), report);
    progress.finish();
    if (!rows) {
        return fail(rows.error());
    }
    const std::string interrupted = interruptedText(*rows, policies.size());
    if (options.format == "json") {
        printSheet(engine::policySheet(*rows, replay), "json");
    } else if (options.format == "csv") {
        printSheet(engine::policySheet(*rows, replay), "csv");
    } else {
        std::printf("%zu jobs on %d accelerators\n%s%s%s\n", trace->jobs.size(),
                    options.accelerators, chargesText(options).c_str(), refusedText(*rows).c_str(),
                    tableText(engine::policySheet(*rows, replay)).c_str());
    }
    if (!interrupted.empty()) {
        std::fflush(stdout);
        std::fprintf(stderr, "%s", interrupted.c_str());
        return kCancelled;
    }
    return kFine;
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
    addWide(command);
    addFormat(command, options->format, {"text", "json", "csv"});
    command.action([options, &code] { code = schedule(*options); });
}

}  // namespace headroom::app
