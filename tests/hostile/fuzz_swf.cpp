// SPDX-License-Identifier: Apache-2.0
#include "tests/hostile/job_trace_invariant.h"
#include "tests/hostile/material.h"
#include "tests/hostile/parsers.h"

namespace headroom::hostile {

void swf(std::string_view bytes) {
    const auto path = scratchFile("input.swf", bytes);
    models::JobTraceSpec spec;
    requireJobs(path, spec);
    spec.format = models::TraceFormat::Swf;
    spec.processorsPerAccelerator = 16.0;
    requireJobs(path, spec);
}

}  // namespace headroom::hostile
