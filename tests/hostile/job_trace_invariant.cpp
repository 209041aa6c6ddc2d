// SPDX-License-Identifier: Apache-2.0
#include "tests/hostile/job_trace_invariant.h"

#include "engine/exchange/job_trace.h"
#include "tests/hostile/invariant.h"

namespace headroom::hostile {

void requireJobs(const std::filesystem::path& path, const models::JobTraceSpec& spec) {
    constexpr int kMostAccelerators = 1000000;
    const auto read = engine::readJobTrace(path, spec);
    if (!read) {
        requireRefusal(read.error(), path.string());
        return;
    }
    require(!read->jobs.empty(), "a trace without jobs was accepted");
    double lastS = read->jobs.front().submitS;
    for (const engine::TraceJob& job : read->jobs) {
        requireFinite(job.submitS, "time of submission");
        requireFinite(job.durationS, "run time");
        requireFinite(job.deadlineS, "deadline");
        requireFinite(job.requestedS, "requested run time");
        require(job.submitS >= lastS, "jobs are not in the order of their submission");
        require(job.durationS > 0.0, "a job without run time was accepted");
        require(job.requestedS >= 0.0, "a negative run time was requested");
        require(job.accelerators >= 1 && job.accelerators <= kMostAccelerators,
                "a job of " + std::to_string(job.accelerators) + " accelerators was accepted");
        lastS = job.submitS;
    }
}

}  // namespace headroom::hostile
