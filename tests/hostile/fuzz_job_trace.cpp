// SPDX-License-Identifier: Apache-2.0
#include "tests/hostile/job_trace_invariant.h"
#include "tests/hostile/material.h"
#include "tests/hostile/parsers.h"

namespace headroom::hostile {

void job_trace(std::string_view bytes) {
    const auto path = scratchFile("input.csv", bytes);
    models::JobTraceSpec spec;
    requireJobs(path, spec);
    spec.format = models::TraceFormat::Openb;
    requireJobs(path, spec);
    spec.format = models::TraceFormat::Csv;
    spec.priorityColumn = "priority";
    spec.deadlineColumn = "deadline";
    spec.nameColumn = "job_id";
    spec.sizeScale = 3.0;
    spec.timeScale = 0.5;
    spec.repeat = 2;
    for (const auto time : {models::TraceTime::Hours, models::TraceTime::DateTime}) {
        spec.time = time;
        requireJobs(path, spec);
    }
}

}  // namespace headroom::hostile
