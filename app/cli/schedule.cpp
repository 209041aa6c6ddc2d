// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands.h"
#include "app/cli/exit_code.h"
#include "app/cli/interrupt.h"
#include "app/cli/option_checks.h"
#include "app/cli/table.h"
#include "engine/base/json.h"
#include "engine/base/scale.h"
#include "engine/schedule/replay.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cstdio>
#include <memory>
#include <string>
#include <vector>

namespace headroom::app {

namespace {

using Json = nlohmann::ordered_json;

struct ScheduleOptions {
    std::string trace;
    int accelerators = 0;
    std::vector<std::string> policies;
    std::string submit = "submit_s", duration = "duration_s", size = "num_gpus";
    double checkpointMin = 30.0, restartMin = 5.0;
    double leastPct = 50.0, mostPct = 200.0, contentionPct = 1.0, estimatePct = 100.0;
    std::string format = "text";
};

Json jsonOf(const engine::PolicyRow& row) {
    const engine::ScheduleMetrics& m = row.metrics;
    return {{"policy", row.policy},
            {"jobs", m.jobs},
            {"completed", m.completed},
            {"refused", m.refused},
            {"mean_jct_s", m.meanJctS},
            {"mean_wait_s", m.meanWaitS},
            {"median_wait_s", m.medianWaitS},
            {"p99_wait_s", m.p99WaitS},
            {"bounded_slowdown", m.boundedSlowdown},
            {"makespan_s", m.makespanS},
            {"utilization", m.utilization},
            {"goodput", m.goodput},
            {"fairness", m.fairness},
            {"worst_finish_time_fairness", m.worstFinishTimeFairness},
            {"blocked_share", m.blockedShare},
            {"preemptions", m.preemptions},
            {"resizes", m.resizes},
            {"backfilled", m.backfilled},
            {"events", row.events}};
}

Cells cellsOf(const std::vector<engine::PolicyRow>& rows) {
    Cells cells = {{"policy", "jct h", "wait h", "p99 wait h", "slowdown", "utilization %",
                    "goodput %", "fairness", "preemptions", "resizes", "backfilled", "refused"}};
    for (const engine::PolicyRow& row : rows) {
        const engine::ScheduleMetrics& m = row.metrics;
        cells.push_back(
            {row.policy, fmt::format("{:.2f}", m.meanJctS / kHourS),
             fmt::format("{:.2f}", m.meanWaitS / kHourS),
             fmt::format("{:.2f}", m.p99WaitS / kHourS), fmt::format("{:.2f}", m.boundedSlowdown),
             fmt::format("{:.1f}", 100.0 * m.utilization), fmt::format("{:.1f}", 100.0 * m.goodput),
             fmt::format("{:.3f}", m.fairness), fmt::format("{}", m.preemptions),
             fmt::format("{}", m.resizes), fmt::format("{}", m.backfilled),
             fmt::format("{}", m.refused)});
    }
    return cells;
}

/// A pool that is too small for the large jobs looks better without them. Empty: it holds all; which jobs do not fit is
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

int schedule(const ScheduleOptions& options) {
    const auto trace =
        engine::readJobTrace(options.trace, options.submit, options.duration, options.size);
    if (!trace) {
        return fail(trace.error());
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
    replay.estimateFactor = options.estimatePct * kPercent;
    const auto rows =
        engine::comparePolicies(*trace, options.accelerators, policies, replay, &catchInterrupts());
    if (!rows) {
        return fail(rows.error());
    }
    if (options.format == "json") {
        Json json = Json::array();
        for (const engine::PolicyRow& row : *rows) {
            json.push_back(jsonOf(row));
        }
        std::printf("%s\n", engine::jsonText(json, 2).c_str());
    } else if (options.format == "csv") {
        std::printf("%s", csvTable(cellsOf(*rows)).c_str());
    } else {
        std::printf("%zu jobs on %d accelerators\n%s%s\n", trace->size(), options.accelerators,
                    refusedText(*rows).c_str(), alignedTable(cellsOf(*rows)).c_str());
    }
    return !rows->empty() && rows->back().metrics.cancelled ? kCancelled : kFine;
}

}  // namespace

void addSchedule(Subcommand app, int& code) {
    auto options = std::make_shared<ScheduleOptions>();
    Subcommand command = app.subcommand(
        "schedule", "Compare scheduling policies on a job trace and a pool of accelerators");
    command.option("TRACE", options->trace, "job trace: CSV with a header, or gzip of it")
        .required()
        .type("");
    command.option("--accelerators", options->accelerators, "size of the pool")
        .required()
        .type("N")
        .check(within(1, 10'000'000));
    command.option("--policy", options->policies, "only these, by commas; without it all")
        .type("NAME")
        .separatedBy(',');
    command.option("--submit-column", options->submit, "seconds").type("C").showDefault();
    command.option("--duration-column", options->duration, "seconds").type("C").showDefault();
    command.option("--size-column", options->size, "accelerators").type("C").showDefault();
    command
        .option("--checkpoint", options->checkpointMin,
                "minutes between checkpoints of jobs that may be preempted")
        .type("MIN")
        .check(within(0.0, 1e6))
        .showDefault();
    command
        .option("--restart", options->restartMin,
                "minutes that a preempted or resized job "
                "needs until it goes on")
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
                "run times as the scheduler knows them, percent of the true ones")
        .type("PCT")
        .check(within(1.0, 1e5))
        .showDefault();
    command.option("--format", options->format, "text, json or csv")
        .type("FORMAT")
        .check(oneOf({"text", "json", "csv"}))
        .showDefault();
    command.action([options, &code] { code = schedule(*options); });
}

}  // namespace headroom::app
