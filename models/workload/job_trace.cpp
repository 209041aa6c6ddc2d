// SPDX-License-Identifier: Apache-2.0
#include "models/workload/job_trace.h"

#include "models/core/file_path.h"

#include <array>

namespace headroom::models {

namespace {

constexpr auto kFormatWords = std::to_array<std::string_view>({"auto", "csv", "openb", "swf"});
constexpr auto kTimeWords =
    std::to_array<std::string_view>({"seconds", "minutes", "hours", "date_time"});

constexpr auto kJobTraceAttributes = joined(
    std::to_array<Attribute>({
        text<&JobTraceSpec::name>("name", "Name", {.doc = "What people call it."}),
        filePath<&JobTraceSpec::file>(
            "file", "File",
            {.required = true, .doc = "Trace, absolute or relative to the project."}),
        reference<&JobTraceSpec::accelerator>(
            "accelerator", "Accelerator", "accelerator",
            {.required = true, .doc = "Which kind the jobs run on."}),
        text<&JobTraceSpec::submitColumn>("submit_column", "Submit column",
                                          {.doc = "Of CSV: when it was submitted."}),
        text<&JobTraceSpec::durationColumn>(
            "duration_column", "Duration column",
            {.doc = "Of CSV: its run time without waiting; seconds beside dates."}),
        text<&JobTraceSpec::sizeColumn>("size_column", "Size column",
                                        {.doc = "Of CSV: accelerators."}),
        choice<&JobTraceSpec::format>(
            "format", "Format", kFormatWords,
            {.doc =
                 "auto: as the file shows; csv: by the columns named; openb: pods; swf: Standard "
                 "Workload Format."}),
        text<&JobTraceSpec::tenantColumn>(
            "tenant_column", "Tenant column",
            {.doc = "Of CSV; not stated: vc, user or tenant, the first there is."}),
        text<&JobTraceSpec::priorityColumn>("priority_column", "Priority column",
                                            {.doc = "Of CSV; not stated: all as this trace."}),
        text<&JobTraceSpec::nameColumn>("name_column", "Name column",
                                        {.doc = "Of CSV; not stated: numbered."}),
        text<&JobTraceSpec::deadlineColumn>(
            "deadline_column", "Deadline column",
            {.doc = "Of CSV, in the time of submission; an empty field: none."}),
        choice<&JobTraceSpec::time>(
            "time_unit", "Time unit", kTimeWords,
            {.doc = "Of the columns of CSV; date_time: ISO 8601, from the first submission on."}),
        number<&JobTraceSpec::timeScale>(
            "time_scale", "Time scale", unit::none,
            {.min = 0.0001,
             .max = 10000,
             .doc = "Of the times of submission: 0.5 brings twice as many; run times stay."}),
        number<&JobTraceSpec::sizeScale>(
            "size_scale", "Size scale", unit::none,
            {.min = 0.0001, .max = 10000, .doc = "Of the accelerators, rounded, at least one."}),
        number<&JobTraceSpec::processorsPerAccelerator>(
            "processors_per_accelerator", "Processors for each accelerator", unit::none,
            {.min = 0.001, .max = 100000, .doc = "Of Standard Workload Format; rounded up."}),
        integer<&JobTraceSpec::repeat>(
            "repeat", "Repeat", {.min = 1, .max = 10000, .doc = "How often it runs, end to end."}),
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
    static constexpr ComponentType kType{
        "job_trace",
        "Job trace",
        "job_traces",
        false,
        "Jobs of a recorded trace (CSV, Standard Workload Format; gzip "
        "allowed).",
        kJobTraceAttributes,
        &createSpec<JobTraceSpec>,
        &destroySpec<JobTraceSpec>};
    return kType;
}

}  // namespace headroom::models
