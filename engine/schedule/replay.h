// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/exchange/job_trace.h"
#include "engine/schedule/metrics.h"
#include "engine/schedule/scheduler.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

/// A trace through a scheduler on counted accelerators: no placement, no failures, run times as the
/// trace says. For comparing policies, for validation, and for sizing a pool before it is drawn.
namespace headroom::engine {

/// A kind of accelerators in a replay.
struct ReplayPool {
    std::string name;
    std::int32_t accelerators = 0;
    double speed = 1.0;               ///< throughput against the kind that the trace ran on
    double usdPerAcceleratorS = 0.0;  ///< price of holding one
};

struct ReplayOptions {
    double checkpointS = kNoTime;  ///< of preempted jobs; see ScheduledJob
    double restartS = 0.0;
    double contention = 0.0;          ///< of elastic jobs
    double leastShare = 1.0;          ///< elastic jobs shrink to that share of what they ask for
    double mostFactor = 1.0;          ///< and grow to that multiple
    double deadlineFactor = kNoTime;  ///< deadline: that multiple of the run time after submission
    double estimateFactor = 1.0;      ///< run times as schedulers know them, against the true ones
    bool requestedTimes = true;       ///< but as their owners asked for where the trace says so
    std::vector<double> signal;  ///< of deferral: one value an hour, from the first submission on,
                                 ///< repeated
    std::vector<std::int32_t> priorities;  ///< by row of the trace; none means those of the trace
};

/// Receives the share of the jobs that have ended, 0 to 1.
using ReplayProgress = std::function<void(double)>;

/// A named policy with what it needs: "fifo", "easy", …; see policyNames().
struct NamedPolicy {
    std::string name;
    SchedulerSpec spec;
};

const std::vector<std::string>& policyNames();

/// SCH-001: there is no such policy.
Result<NamedPolicy> namedPolicy(std::string_view name);

/// Where each job of the trace went, for charts, and what that was worth.
struct ReplayOutcome {
    std::vector<JobOutcome> jobs;  ///< in the order of the trace
    ScheduleMetrics metrics;
    std::int64_t events = 0;  ///< submissions, starts, ends, preemptions, resizes
};

/// One policy. With more than one pool each job goes, when it is submitted, where price times
/// expected time is least (choosePool). Jobs larger than every pool are refused. SCH-002: no
/// accelerators, or a speed or factor that is not positive. A cancelled replay answers with what is
/// done so far, and says so in its metrics.
Result<ReplayOutcome> replay(const std::vector<TraceJob>& trace, const SchedulerSpec& spec,
                             const std::vector<ReplayPool>& pools,
                             const ReplayOptions& options = {},
                             const std::atomic<bool>* cancel = nullptr,
                             const ReplayProgress& progress = {});

/// The pool of least price times expected time (wait and run) for the job, after Gavel's
/// throughput per cost (Narayanan et al., OSDI 2020) job by job; where nothing has a price, the
/// least time. -1 if none is large enough. Assumption: the wait is the work in line and under way
/// over the size of the pool, nothing where the job fits at once.
struct PoolOffer {
    std::int32_t accelerators = 0, free = 0;
    double speed = 1.0, usdPerAcceleratorS = 0.0;
    double workS = 0.0;  ///< accelerator seconds in line and under way
};

int choosePool(const std::vector<PoolOffer>& pools, std::int32_t accelerators, double runS,
               double slackS);

/// Each policy on the same trace, for a table. A cancelled comparison ends with the row of the
/// policy that it interrupted (ScheduleMetrics::cancelled); the policies after it have none.
struct PolicyRow {
    std::string policy;
    ScheduleMetrics metrics;
    std::int64_t events = 0;
    std::vector<TeamFigures> teams;
};

/// Receives the policy that is under way and the share of the jobs that it has ended.
using ComparisonProgress = std::function<void(const std::string& policy, double done)>;

Result<std::vector<PolicyRow>> comparePolicies(const std::vector<TraceJob>& trace,
                                               std::int32_t accelerators,
                                               const std::vector<NamedPolicy>& policies,
                                               const ReplayOptions& options = {},
                                               const std::atomic<bool>* cancel = nullptr,
                                               const ComparisonProgress& progress = {});

}  // namespace headroom::engine
