// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// Worth of a schedule. Definitions: resources/help/schedulers.md.
namespace headroom::engine {

struct JobOutcome {
    double submitS = 0.0;
    double firstStartS = -1.0;  ///< negative: never started
    double endS = -1.0;         ///< negative: never ended
    double runS = 0.0;          ///< that it needs on what it asks for
    double waitedS = 0.0;       ///< not running, between submission and end
    double lostS = 0.0;         ///< accelerator seconds of work done again, and of restarts
    double deadlineS = -1.0;    ///< negative: none
    double costUsd = 0.0;
    std::int32_t accelerators = 1;
    std::int32_t tenant = -1;
    std::int32_t preemptions = 0;
    std::int32_t pool = 0;
};

struct ScheduleMetrics {
    std::int64_t jobs = 0, completed = 0, refused = 0;
    double meanJctS = 0.0;  ///< end less submission
    double meanWaitS = 0.0, medianWaitS = 0.0, p99WaitS = 0.0;
    double boundedSlowdown = 0.0;  ///< mean of max(1, jct / max(run, 10 s))
    double makespanS = 0.0;
    double utilization = 0.0;  ///< accelerator time held over that there was, first to last event
    double goodput = 0.0;      ///< the same without work done again and restarts
    double fairness = 0.0;     ///< Jain's index over the tenants' mean slowdown; 1 means equal
    /// Largest over the tenants of the time from their first submission to their last end, over
    /// what their work takes on an equal share of the pool (after Themis, Mahajan et al., NSDI
    /// 2020).
    double worstFinishTimeFairness = 0.0;
    double deadlinesMet = 0.0;  ///< share of the jobs with a deadline
    std::int64_t deadlines = 0;
    std::int64_t preemptions = 0, resizes = 0, backfilled = 0;
    double blockedShare = 0.0;  ///< of free accelerator time: while a job waited
    double lostS = 0.0;         ///< accelerator seconds of work done again and of restarts
    double costUsd = 0.0;
    bool cancelled = false;  ///< interrupted: the figures are of the jobs that had ended by then
};

/// A team (tenant) on one schedule. Jobs that ended count.
struct TeamFigures {
    std::string name;  ///< as the trace has it; empty for jobs without one
    std::int64_t jobs = 0;
    double workS = 0.0;  ///< accelerator seconds that its jobs need
    double meanWaitS = 0.0;
    double slowdown = 0.0;  ///< mean of max(1, jct / max(run, 10 s))
};

/// Figures of each team, those with most work first. `teams[i]` is the name of the team of `jobs[i]`.
std::vector<TeamFigures> teamsOf(const std::vector<JobOutcome>& jobs,
                                 const std::vector<std::string_view>& teams);

/// `heldS` and `blockedS`: accelerator seconds; `capacityS`: all there were.
ScheduleMetrics metricsOf(const std::vector<JobOutcome>& jobs, std::int32_t tenants, double heldS,
                          double blockedS, double capacityS, std::int64_t accelerators);

/// Jain, Chiu and Hawe 1984: (sum x)^2 / (n sum x^2); 1 for none.
double jainIndex(const std::vector<double>& values);

}  // namespace headroom::engine
