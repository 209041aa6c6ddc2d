// SPDX-License-Identifier: Apache-2.0
#include "engine/base/scale.h"
#include "engine/schedule/policy_sheet.h"
#include "engine/schedule/schedule_study.h"

#include <limits>
#include <utility>

namespace headroom::engine {

namespace {

constexpr double kJPerMWh = 3.6e9;
constexpr double kNoFigure = std::numeric_limits<double>::quiet_NaN();

/// A policy on a pool.
struct PooledRow {
    const PolicyRow* row = nullptr;
    std::int32_t accelerators = 0;
    ScheduleCost cost;

    double figure(double value) const { return row->metrics.cancelled ? kNoFigure : value; }
};

struct TeamRow {
    const PolicyRow* policy = nullptr;
    const TeamFigures* team = nullptr;
    double share = 0.0;  ///< of the work of all teams
};

SheetField<PooledRow> policyName() {
    return {{.key = "policy", .label = "policy"},
            [](const PooledRow& r) -> SheetCell { return r.row->policy; }};
}

SheetField<PooledRow> usd(const char* key, const char* label, const char* why,
                          double ScheduleCost::*member, int digits = 0) {
    return {{.key = key,
             .label = label,
             .unit = "USD",
             .why = why,
             .digits = digits,
             .better = Better::Less},
            [member](const PooledRow& r) -> SheetCell { return r.figure(r.cost.*member); }};
}

SheetField<PooledRow> energy() {
    return {
        {.key = "energy_j",
         .label = "energy",
         .unit = "MWh",
         .why =
             "Energy of all accelerators from the first submission to the last end, PUE counted.",
         .digits = 1,
         .shown = 1.0 / kJPerMWh,
         .better = Better::Less},
        [](const PooledRow& r) -> SheetCell { return r.figure(r.cost.energyJ); }};
}

Sheet costSheet(const std::vector<PooledRow>& rows) {
    const std::vector<SheetField<PooledRow>> fields = {
        policyName(),
        energy(),
        usd("pool_usd", "pool", "Price of all accelerators until the last job ends.",
            &ScheduleCost::poolUsd),
        usd("idle_usd", "idle", "Share of it for accelerators that no job held.",
            &ScheduleCost::idleUsd),
        usd("lost_usd", "done again", "Share of it for work done again and restarts.",
            &ScheduleCost::lostUsd),
        usd("useful_usd_per_hour", "useful hour",
            "Price of an accelerator hour that makes progress which is kept.",
            &ScheduleCost::usefulUsdPerHour, 2),
        usd("waiting_usd", "waiting", "Waiting hours of all jobs at their stated cost.",
            &ScheduleCost::waitingUsd),
    };
    return sheetOf<PooledRow>("Cost", "Energy and cost of each policy",
                              "From the first submission to the last end.", fields, rows);
}

SheetField<PooledRow> poolHours(const char* key, const char* label, const char* why,
                                double ScheduleMetrics::*member) {
    return {{.key = key,
             .label = label,
             .unit = "h",
             .why = why,
             .digits = 2,
             .shown = 1.0 / kHourS,
             .better = Better::Less},
            [member](const PooledRow& r) -> SheetCell { return r.figure(r.row->metrics.*member); }};
}

Sheet poolsSheet(const std::vector<PooledRow>& rows) {
    const std::vector<SheetField<PooledRow>> fields = {
        {{.key = "accelerators", .label = "pool", .why = "Accelerators of the pool."},
         [](const PooledRow& r) -> SheetCell { return std::int64_t{r.accelerators}; }},
        policyName(),
        {{.key = "refused",
          .label = "refused",
          .why = "Jobs larger than the pool: they never ran and are in no figure.",
          .digits = 0},
         [](const PooledRow& r) -> SheetCell { return r.row->metrics.refused; }},
        poolHours("mean_wait_s", "mean wait", "Mean of all jobs.", &ScheduleMetrics::meanWaitS),
        poolHours("p99_wait_s", "p99 wait", "One job in a hundred waits longer.",
                  &ScheduleMetrics::p99WaitS),
        poolHours("makespan_s", "makespan", "From the first submission to the last end.",
                  &ScheduleMetrics::makespanS),
        {{.key = "utilization",
          .label = "utilization",
          .unit = "%",
          .why = "Accelerator time held over that there was.",
          .digits = 1,
          .shown = 100.0,
          .better = Better::More},
         [](const PooledRow& r) -> SheetCell { return r.figure(r.row->metrics.utilization); }},
        energy(),
        usd("pool_usd", "pool", "Price of all accelerators until the last job ends.",
            &ScheduleCost::poolUsd),
        usd("waiting_usd", "waiting", "Waiting hours of all jobs at their stated cost.",
            &ScheduleCost::waitingUsd),
    };
    return sheetOf<PooledRow>("Pools", "Policies on pools of other sizes",
                              "The same jobs on each pool.", fields, rows);
}

Sheet teamsSheet(const std::vector<PolicyRow>& policies) {
    std::vector<TeamRow> rows;
    for (const PolicyRow& policy : policies) {
        double work = 0.0;
        for (const TeamFigures& team : policy.teams) {
            work += team.workS;
        }
        for (const TeamFigures& team : policy.teams) {
            if (!policy.metrics.cancelled) {
                rows.push_back({&policy, &team, work > 0.0 ? team.workS / work : 0.0});
            }
        }
    }
    const std::vector<SheetField<TeamRow>> fields = {
        {{.key = "policy", .label = "policy"},
         [](const TeamRow& r) -> SheetCell { return r.policy->policy; }},
        {{.key = "team", .label = "team", .why = "Tenant, queue or user of the log."},
         [](const TeamRow& r) -> SheetCell { return r.team->name; }},
        {{.key = "jobs", .label = "jobs", .why = "Jobs that ended.", .digits = 0},
         [](const TeamRow& r) -> SheetCell { return r.team->jobs; }},
        {{.key = "work_accelerator_s",
          .label = "work",
          .unit = "accelerator-h",
          .why = "Accelerator time that its jobs need.",
          .digits = 0,
          .shown = 1.0 / kHourS},
         [](const TeamRow& r) -> SheetCell { return r.team->workS; }},
        {{.key = "work_share",
          .label = "share",
          .unit = "%",
          .why = "The same over that of all teams.",
          .digits = 1,
          .shown = 100.0},
         [](const TeamRow& r) -> SheetCell { return r.share; }},
        {{.key = "mean_wait_s",
          .label = "mean wait",
          .unit = "h",
          .why = "Mean of its jobs.",
          .digits = 2,
          .shown = 1.0 / kHourS,
          .better = Better::Less},
         [](const TeamRow& r) -> SheetCell { return r.team->meanWaitS; }},
        {{.key = "bounded_slowdown",
          .label = "slowdown",
          .why = "Completion over run time, mean of its jobs: equal for all teams under a fair "
                 "policy.",
          .digits = 2,
          .better = Better::Less},
         [](const TeamRow& r) -> SheetCell { return r.team->slowdown; }},
    };
    return sheetOf<TeamRow>("Teams", "Each team under each policy", "", fields, rows);
}

}  // namespace

std::vector<Sheet> scheduleSheets(const ScheduleAnswer& answer, const ScheduleStudy& study) {
    const auto pooled = [&](const std::vector<PolicyRow>& rows, std::int32_t accelerators,
                            std::vector<PooledRow>& all) {
        for (const PolicyRow& row : rows) {
            all.push_back(
                {&row, accelerators, scheduleCost(row.metrics, accelerators, study.terms)});
        }
    };
    std::vector<Sheet> sheets = {policySheet(answer.rows, study.replay)};
    std::vector<PooledRow> rows;
    pooled(answer.rows, study.accelerators, rows);
    if (study.terms.isStated()) {
        sheets.push_back(costSheet(rows));
    }
    if (study.byTeam) {
        sheets.push_back(teamsSheet(answer.rows));
    }
    if (!study.pools.empty()) {
        for (const PoolRows& pool : answer.pools) {
            pooled(pool.rows, pool.accelerators, rows);
        }
        sheets.push_back(poolsSheet(rows));
    }
    return sheets;
}

}  // namespace headroom::engine
