// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/policy_sheet.h"

#include "engine/base/scale.h"

#include <limits>

namespace headroom::engine {

namespace {

using PolicyField = SheetField<PolicyRow>;

/// A figure of a policy that ended.
PolicyField figureField(SheetColumn column, double ScheduleMetrics::*figure) {
    return {std::move(column), [figure](const PolicyRow& row) -> SheetCell {
                return row.metrics.cancelled ? std::numeric_limits<double>::quiet_NaN()
                                             : row.metrics.*figure;
            }};
}

PolicyField countField(SheetColumn column, std::int64_t ScheduleMetrics::*count) {
    column.digits = 0;
    return {std::move(column),
            [count](const PolicyRow& row) -> SheetCell { return row.metrics.*count; }};
}

SheetColumn hours(const char* key, const char* label, const char* why) {
    return {.key = key,
            .label = label,
            .unit = "h",
            .why = why,
            .digits = 2,
            .shown = 1.0 / kHourS,
            .better = Better::Less};
}

SheetColumn percent(const char* key, const char* label, const char* why, Better better) {
    return {.key = key,
            .label = label,
            .unit = "%",
            .why = why,
            .digits = 1,
            .shown = 100.0,
            .better = better};
}

SheetColumn detail(SheetColumn column) {
    column.isDetail = true;
    return column;
}

std::vector<PolicyField> jobFields() {
    using M = ScheduleMetrics;
    return {
        {{.key = "policy", .label = "policy"},
         [](const PolicyRow& row) -> SheetCell { return row.policy; }},
        {{.key = "interrupted",
          .label = "interrupted",
          .why = "The policy was interrupted: its row has no figures.",
          .isDetail = true},
         [](const PolicyRow& row) -> SheetCell { return row.metrics.cancelled; }},
        countField({.key = "jobs", .label = "jobs", .why = "Jobs of the trace.", .isDetail = true},
                   &M::jobs),
        countField({.key = "completed", .label = "completed", .why = "Jobs that ended."},
                   &M::completed),
        countField({.key = "refused",
                    .label = "refused",
                    .why = "Jobs larger than the pool: they never ran and are in no figure."},
                   &M::refused),
    };
}

std::vector<PolicyField> figureFields(const ReplayOptions& options) {
    using M = ScheduleMetrics;
    return {
        figureField(hours("mean_jct_s", "mean JCT", "Job completion time: end less submission."),
                    &M::meanJctS),
        figureField(hours("mean_wait_s", "mean wait",
                          "Not running, between submission and end; mean of all jobs."),
                    &M::meanWaitS),
        figureField(detail(hours("median_wait_s", "median wait", "Half of the jobs wait longer.")),
                    &M::medianWaitS),
        figureField(hours("p99_wait_s", "p99 wait", "One job in a hundred waits longer."),
                    &M::p99WaitS),
        figureField(
            {.key = "bounded_slowdown",
             .label = "slowdown",
             .why = "Completion over run time, runs below 10 s counted as 10 s; mean of all jobs.",
             .digits = 2,
             .better = Better::Less},
            &M::boundedSlowdown),
        figureField(
            detail(hours("makespan_s", "makespan", "From the first submission to the last end.")),
            &M::makespanS),
        figureField(
            percent("utilization", "utilization",
                    "Accelerator time held over that there was, from first submission to last end.",
                    Better::More),
            &M::utilization),
        figureField(percent("goodput", "goodput", "The same without work that was done again.",
                            Better::More),
                    &M::goodput),
        figureField(
            {.key = "fairness",
             .label = "fairness",
             .why = "Jain's index over the tenants' mean slowdown: 1 where all are slowed alike.",
             .digits = 3,
             .better = Better::More},
            &M::fairness),
        figureField({.key = "worst_finish_time_fairness",
                     .label = "worst finish-time fairness",
                     .why = "Largest over the tenants: their time over what their work takes on an "
                            "equal share.",
                     .digits = 2,
                     .better = Better::Less,
                     .isDetail = true},
                    &M::worstFinishTimeFairness),
        {percent("deadlines_met", "attained", "Share of jobs that end before their deadline.",
                 Better::More),
         [](const PolicyRow& row) -> SheetCell {
             return row.metrics.deadlines == 0 ? SheetCell()
                    : row.metrics.cancelled    ? SheetCell(std::numeric_limits<double>::quiet_NaN())
                                               : SheetCell(row.metrics.deadlinesMet);
         }},
        figureField(detail(percent("blocked_share", "blocked",
                                   "Share of free accelerator time during which a job waited.",
                                   Better::Less)),
                    &M::blockedShare),
        {{.key = "restart_s",
          .label = "restart",
          .unit = "s",
          .why = "A preempted or resized job restarts in this time.",
          .isDetail = true},
         [s = options.restartS](const PolicyRow&) -> SheetCell { return s; }},
        {{.key = "checkpoint_interval_s",
          .label = "checkpoint each",
          .unit = "s",
          .why = "A preempted job repeats its work since the last checkpoint.",
          .isDetail = true},
         [s = options.checkpointS](const PolicyRow&) -> SheetCell { return s; }},
        figureField({.key = "lost_accelerator_s",
                     .label = "lost",
                     .unit = "accelerator-h",
                     .why = "Work done again, and restarts.",
                     .digits = 0,
                     .shown = 1.0 / kHourS},
                    &M::lostS),
        countField({.key = "preemptions",
                    .label = "preemptions",
                    .why = "How often a job lost its accelerators to another."},
                   &M::preemptions),
        countField({.key = "resizes",
                    .label = "resizes",
                    .why = "How often an elastic job shrank or grew."},
                   &M::resizes),
        countField({.key = "backfilled",
                    .label = "backfilled",
                    .why = "Jobs that started before a job ahead of them."},
                   &M::backfilled),
        {{.key = "events",
          .label = "events",
          .why = "Submissions, starts, ends, preemptions, resizes.",
          .digits = 0,
          .isDetail = true},
         [](const PolicyRow& row) -> SheetCell { return row.events; }},
    };
}

}  // namespace

Sheet policySheet(const std::vector<PolicyRow>& rows, const ReplayOptions& options) {
    std::vector<PolicyField> fields = jobFields();
    for (PolicyField& field : figureFields(options)) {
        fields.push_back(std::move(field));
    }
    return sheetOf<PolicyRow>("Policies", "Scheduling policies on one trace", "", fields, rows);
}

}  // namespace headroom::engine
