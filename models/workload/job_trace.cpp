// SPDX-License-Identifier: Apache-2.0
#include "models/workload/job_trace.h"

#include <array>

namespace headroom::models {

namespace {

constexpr auto kAttributes = joined(
    std::to_array<Attribute>({
        text<&JobTraceSpec::name>("name", "Name", {.doc = "What people call it."}),
        text<&JobTraceSpec::file>(
            "file", "File",
            {.required = true, .doc = "Trace, absolute or relative to the project."}),
        reference<&JobTraceSpec::accelerator>(
            "accelerator", "Accelerator", "accelerator",
            {.required = true, .doc = "Which kind the jobs run on."}),
        text<&JobTraceSpec::submitColumn>("submit_column", "Submit column", {.doc = "Seconds."}),
        text<&JobTraceSpec::durationColumn>("duration_column", "Duration column",
                                            {.doc = "Seconds."}),
        text<&JobTraceSpec::sizeColumn>("size_column", "Size column", {.doc = "Accelerators."}),
        number<&JobTraceSpec::offsetS>(
            "offset_h", "Skip", unit::hour,
            {.min = 0, .max = 1000000.0, .doc = "Trace time at the start of the run."}),
        number<&JobTraceSpec::checkpointS>("checkpoint_interval_min", "Checkpoint interval",
                                           unit::minute,
                                           {.min = 0.1, .max = 100000, .doc = "Of running time."}),
        reference<&JobTraceSpec::profile>(
            "profile", "Profile", "job_profile",
            {.required = true, .doc = "How it uses its accelerators."}),
    }),
    jobTermRows<&JobTraceSpec::terms>());

}  // namespace

const ComponentType& JobTraceSpec::type() {
    static constexpr ComponentType kType{"job_trace",
                                         "Job trace",
                                         "job_traces",
                                         false,
                                         "Jobs of a recorded trace (CSV, gzip allowed).",
                                         kAttributes,
                                         &createSpec<JobTraceSpec>,
                                         &destroySpec<JobTraceSpec>};
    return kType;
}

}  // namespace headroom::models
