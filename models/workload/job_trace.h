// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/attribute.h"
#include "models/workload/job_terms.h"

#include <array>
#include <string>
#include <string_view>

namespace headroom::models {

/// Formats of job traces (engine/exchange/job_trace.h).
enum class TraceFormat { Auto, Csv, Openb, Swf, Sacct, Kubernetes, Philly };

/// Unit of a column of times. Auto: dates by their look, numbers in seconds unless the head or the
/// size of the numbers says otherwise.
enum class TraceTime { Auto, Seconds, Minutes, Hours, DateTime, Milliseconds };

inline constexpr auto kTraceTimeWords = std::to_array<std::string_view>(
    {"auto", "seconds", "minutes", "hours", "date_time", "milliseconds"});

/// Jobs of a recorded trace (engine/exchange/job_trace.h; gzip allowed). An empty column name: the reader
/// looks for the heads that logs of schedulers commonly have.
struct JobTraceSpec {
    std::string name;
    std::string file;
    std::string accelerator;
    std::string submitColumn, startColumn, endColumn, durationColumn, sizeColumn;
    TraceFormat format = TraceFormat::Auto;
    std::string tenantColumn, priorityColumn, nameColumn, deadlineColumn, requestedColumn,
        kindColumn;
    TraceTime time = TraceTime::Auto;
    TraceTime runTime = TraceTime::Auto;  ///< of run times; Auto: as `time`, seconds next to dates
    double timeScale = 1.0;               ///< of the times of submission
    double sizeScale = 1.0;
    double processorsPerAccelerator = 1.0;  ///< of SWF
    int repeat = 1;
    double offsetS = 0.0;
    double checkpointS = 1800;
    std::string profile;
    JobTerms terms;

    static const ComponentType& type();
};

}  // namespace headroom::models
