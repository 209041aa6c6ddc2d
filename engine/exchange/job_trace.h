// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/exchange/trace_job.h"
#include "models/workload/job_trace.h"

#include <cstddef>
#include <filesystem>
#include <functional>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace headroom::engine {

struct JobTrace {
    std::vector<TraceJob> jobs;  ///< by time of submission; equal times in the order of the file
    std::vector<std::string>
        kinds;  ///< of accelerators, in the words of the file; see TraceJob::kind
    std::vector<std::string> notes;  ///< what was left out or changed, for people
    long found = 0;                  ///< jobs that can be used; more than `jobs` if fewer were kept
};

/// How much of a log is kept, and who follows the reading.
struct LogReading {
    std::size_t keep = std::numeric_limits<
        std::size_t>::max();  ///< jobs; the others are counted, in the order of the file
    /// Receives the share of the file that was read, 0..1; null if nobody follows. False cancels: TRC-011.
    std::function<bool(double)> progress;
};

/// Reads a job trace, gzip allowed, in the format that `spec` names or that the file shows; cluster_log.h lists the
/// formats. Times that are dates, or count since 1970, count from the first submission.
///
/// Rows that cannot be used are left out, and jobs of another month than 99 % of the others (stray_times.h); notes count
/// them, and name the first ten with the reason. Errors: FIL-001..008,
/// TXT-001..003 of the file itself, TIM-002 and TIM-003 of a column of times, TRC-001 a column that is not there, TRC-005 no job
/// that can be used (with the reasons), TRC-009 JSON of another kind, TRC-011 cancelled.
///
/// Large tables and SWF are read in blocks: memory holds the jobs that are kept and some MiB of the file.
ResultAll<JobTrace> readJobTrace(const std::filesystem::path& path,
                                 const models::JobTraceSpec& spec, const LogReading& reading = {});

/// A table with these columns.
ResultAll<std::vector<TraceJob>> readJobTrace(const std::filesystem::path& path,
                                              std::string_view submitColumn,
                                              std::string_view durationColumn,
                                              std::string_view sizeColumn);

}  // namespace headroom::engine
