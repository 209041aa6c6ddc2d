// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/border/log_times.h"
#include "engine/border/table_text.h"
#include "models/workload/job_trace.h"

#include <string>
#include <string_view>

namespace headroom::engine {

/// Which log a table is, by its heads.
struct JobTableKind {
    std::string_view
        words;  ///< "the job log of Helios"; empty means a table that is not known by name
    bool countsProcessors = false;  ///< sizes are processors
    bool startMayLack = false;      ///< then a job counts from its submission
    double sizeFactor = 1.0;        ///< accelerators for one unit of the size column
    LogTimeUnit times = LogTimeUnit::Inferred, runTimes = LogTimeUnit::Inferred;
};

/// Columns of a table of jobs; -1 where there is none.
struct JobColumns {
    JobTableKind kind;
    int submit = -1, start = -1, end = -1, duration = -1;
    int size = -1;
    int copies = -1;       ///< multiplies the size: instances of a task
    int thousandths = -1;  ///< share of one accelerator
    int tenant = -1, name = -1, priority = -1, deadline = -1, requested = -1, accelerator = -1;

    std::string words(
        const TableHead& head) const;  ///< "submission from submit_time, size from gpu_num"
};

/// Of the task table of Alibaba's PAI without names of columns (isPaiTask() in formats.h).
JobColumns paiTaskColumns();

/// Columns that `spec` names, and else those whose heads are known. TRC-001: a column that is named or needed is not
/// there; the message lists the columns.
ResultAll<JobColumns> jobColumns(const TableHead& head, const models::JobTraceSpec& spec,
                                 const std::string& file);

}  // namespace headroom::engine
