// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/schedule/replay.h"
#include "engine/sheet/sheet.h"
#include "models/core/attribute.h"
#include "models/workload/job_trace.h"

#include <atomic>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

/// "Which scheduler for my cluster?": policies on one log of jobs, their energy and cost, each team, and other sizes of the
/// pool. Command line, window and Python print its sheets.
///
///   available   C = N x makespan                          [accelerator s]. Makespan: first submission to last end.
///   energy      E = PUE x (P_busy u C + P_idle (1 - u) C)  [J], u = utilization.
///   pool        price x C;   idle = price x (1 - u) C;   work done again = price x lost accelerator time.
///   useful hour price / goodput: of an accelerator hour that makes progress which is kept.
///   waiting     cost of a waiting hour x sum of the waits of all jobs.
///
/// Validity: that of replay(): counts, no placement, no failures. Energy holds for a mean power of held accelerators.
/// Assumption: an hour of waiting costs the same for every job, large or small.
namespace headroom::engine {

/// Prices and powers that people state; sums of those that are not stated are not known.
struct ScheduleTerms {
    double usdPerHour = models::kNotStated;         ///< of an accelerator, held or not
    double usdPerWaitingHour = models::kNotStated;  ///< of a job that waits
    double busyW = models::kNotStated, idleW = models::kNotStated;  ///< of an accelerator
    double pue = 1.0;

    bool isStated() const;
};

struct ScheduleStudy {
    std::filesystem::path trace;
    models::JobTraceSpec reader;
    std::int32_t accelerators = 0;
    std::vector<NamedPolicy> policies;
    std::vector<std::int32_t> pools;  ///< further sizes of the pool
    ReplayOptions replay;
    ScheduleTerms terms;
    bool byTeam = false;
};

/// Policies on a pool of that size.
struct PoolRows {
    std::int32_t accelerators = 0;
    std::vector<PolicyRow> rows;
};

struct ScheduleAnswer {
    std::size_t jobs = 0;
    std::vector<PolicyRow> rows;
    std::vector<PoolRows> pools;       ///< the stated pool is not among them
    std::vector<std::string> notes;    ///< on the log: what was left out, kinds of accelerators
    std::vector<std::string> charges;  ///< what a break costs, jobs that are larger than the pool
    std::string interrupted;           ///< empty if all policies ended
};

/// Receives the share that is done and what is under way.
using ScheduleProgress = std::function<void(double share, const std::string& what)>;

/// Errors of readJobTrace() and replay(). A study that is cancelled says so in `interrupted`; TRC-011 if reading was.
ResultAll<ScheduleAnswer> answerSchedule(const ScheduleStudy& study,
                                         const ScheduleProgress& progress = {},
                                         const std::atomic<bool>* cancel = nullptr);

/// "Policies" always; "Cost" with terms, "Teams" and "Pools" where they are asked for.
std::vector<Sheet> scheduleSheets(const ScheduleAnswer& answer, const ScheduleStudy& study);

/// Energy and money of one policy on a pool, for sheets and tests. NaN if not known.
struct ScheduleCost {
    double energyJ = 0.0, poolUsd = 0.0, idleUsd = 0.0, lostUsd = 0.0, usefulUsdPerHour = 0.0,
           waitingUsd = 0.0;
};

ScheduleCost scheduleCost(const ScheduleMetrics& metrics, std::int32_t accelerators,
                          const ScheduleTerms& terms);

}  // namespace headroom::engine
