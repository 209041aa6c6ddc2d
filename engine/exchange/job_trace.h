// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/exchange/trace_job.h"
#include "models/workload/job_trace.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace headroom::engine {

struct JobTrace {
    std::vector<TraceJob> jobs;  ///< by time of submission; equal times in the order of the file
    std::vector<std::string> kinds;  ///< of accelerators, in the words of the file; see TraceJob::kind
    std::vector<std::string> notes;  ///< what was left out or changed, for people
};

/// Reads a job trace, gzip allowed, in the format that `spec` names or that the file shows:
///
/// csv    a header and the columns that `spec` names. Times in its unit, or as ISO dates and times,
///        then counted from the first submission.
/// openb  pods of a cluster (Alibaba 2023): creation_time, deletion_time, scheduled_time, num_gpu,
///        gpu_milli. Run time from scheduling (or creation) to deletion. Pods without an
///        accelerator are left out; a share of one counts as a whole one, which is noted.
/// swf    Standard Workload Format: 18 fields a line, comments after ';', -1 for unknown.
/// Processors
///        allocated, or else requested, over `spec.processorsPerAccelerator`, rounded up. Source:
///        Feitelson, Parallel Workloads Archive, definition 2.2.
///
/// Jobs of no accelerator or no running time are left out. At most 20 errors are reported. Errors:
/// FIL-001..005 of the file itself, TRC-001 no such column, TRC-002 not a number or time, TRC-003
/// negative, TRC-004 accelerators not a whole number up to 10^6, TRC-005 no job at all, TRC-006 a
/// line of SWF without its 18 fields, TRC-007 a time beyond 3,000 years, TRC-008 a name with a
/// control character.
ResultAll<JobTrace> readJobTrace(const std::filesystem::path& path,
                                 const models::JobTraceSpec& spec);

/// CSV in seconds with these columns, and the tenant of the column "vc", "user" or "tenant", the
/// first there is.
ResultAll<std::vector<TraceJob>> readJobTrace(const std::filesystem::path& path,
                                              std::string_view submitColumn,
                                              std::string_view durationColumn,
                                              std::string_view sizeColumn);

}  // namespace headroom::engine
