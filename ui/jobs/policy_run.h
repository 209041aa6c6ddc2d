// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/exchange/job_trace.h"
#include "engine/run/frame/job_history.h"
#include "engine/schedule/metrics.h"
#include "models/workload/job_trace.h"

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace headroom::ui {

/// A point of a curve.
struct CurvePoint {
    double x = 0.0, y = 0.0;
};

/// Result of one policy on a trace, for table and charts.
struct PolicyOutcome {
    std::string policy;
    engine::ScheduleMetrics metrics;
    std::int64_t events = 0;
    std::vector<CurvePoint> jct;    ///< completion time in s, share of jobs done by then
    std::vector<CurvePoint> queue;  ///< time since the first submission in s, jobs not yet started
};

/// Where the jobs of a comparison come from.
struct PolicyTrace {
    std::vector<engine::TraceJob> jobs;  ///< those of a run; empty means of the file
    std::filesystem::path file;
    models::JobTraceSpec reader;  ///< how the file is read, as by job_traces of a project
};

/// Names of columns of a table of jobs.
struct PolicyColumns {
    std::string submit, duration, size;
};

struct PolicyQuestion {
    PolicyTrace trace;
    int accelerators = 0;
    std::vector<std::string> policies;
    double deadlineFactor = 0.0;  ///< deadline: that multiple of the run time; 0 if none
};

/// Replays each policy, one after the other, and reports each when it is done. For a worker thread;
/// stops between and inside of policies when `cancel` is set.
engine::ResultAll<std::vector<PolicyOutcome>> runPolicies(
    const PolicyQuestion& question, const std::atomic<bool>& cancel,
    const std::function<void(const PolicyOutcome&)>& done);

/// The jobs of a run that ended, with the time that they ran, as a trace; of a long run those that
/// were submitted since JobHistory::sinceS.
std::vector<engine::TraceJob> traceOfRun(const engine::JobHistory& history);

/// Steps of a distribution and of a queue, thinned to what a chart can show.
std::vector<CurvePoint> completionCurve(const std::vector<engine::JobOutcome>& jobs);
std::vector<CurvePoint> queueCurve(const std::vector<engine::JobOutcome>& jobs);

/// Columns that the reader of job logs finds by their heads; empty where it finds none, or where the format needs none.
PolicyColumns usualColumns(const std::filesystem::path& file);

}  // namespace headroom::ui
