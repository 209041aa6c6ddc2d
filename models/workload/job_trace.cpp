// SPDX-License-Identifier: Apache-2.0
#include "models/workload/job_trace.h"

#include "models/core/file_path.h"

#include <array>

namespace headroom::models {

namespace {

constexpr auto kFormatWords = std::to_array<std::string_view>(
    {"auto", "csv", "openb", "swf", "sacct", "kubernetes", "philly"});
constexpr auto kJobTraceAttributes = joined(
    std::to_array<Attribute>({
        text<&JobTraceSpec::name>("name", "Name", {.doc = "Display name."}),
        filePath<&JobTraceSpec::file>(
            "file", "File",
            {.required = true, .doc = "Trace, absolute or relative to the project."}),
        reference<&JobTraceSpec::accelerator>(
            "accelerator", "Accelerator", "accelerator",
            {.required = true, .doc = "Which kind the jobs run on."}),
        text<&JobTraceSpec::submitColumn>(
            "submit_column", "Submit column",
            {.doc = "Table: time of submission; without it a head such as submit_s or submit_time, "
                    "else the start."}),
        text<&JobTraceSpec::startColumn>(
            "start_column", "Start column",
            {.doc = "Table: time of start; without it a head such as start_time."}),
        text<&JobTraceSpec::endColumn>(
            "end_column", "End column",
            {.doc =
                 "Table: time of end; without it a head such as end_time. Start and end give the "
                 "run time where no column of run times is there."}),
        text<&JobTraceSpec::durationColumn>("duration_column", "Duration column",
                                            {.doc = "Table: run time without waiting; without it a "
                                                    "head such as duration_s or run_time."}),
        text<&JobTraceSpec::sizeColumn>(
            "size_column", "Size column",
            {.doc = "Table: accelerators; without it a head such as num_gpus or gpu_num."}),
        choice<&JobTraceSpec::format>("format", "Format", kFormatWords,
                                      {.doc = "auto: as the file shows; csv: a table, by its "
                                              "columns; openb: pods of Alibaba; swf: "
                                              "Standard Workload Format; sacct: Slurm, text or "
                                              "JSON; kubernetes: JSON of kubectl; "
                                              "philly: JSON of Microsoft."}),
        text<&JobTraceSpec::tenantColumn>(
            "tenant_column", "Tenant column",
            {.doc = "Table; without it vc, user or tenant, the first that is there."}),
        text<&JobTraceSpec::priorityColumn>("priority_column", "Priority column",
                                            {.doc = "Table; without it all have the trace's."}),
        text<&JobTraceSpec::nameColumn>(
            "name_column", "Name column",
            {.doc = "Table; without it a head such as job_name or job_id, else numbers."}),
        text<&JobTraceSpec::deadlineColumn>(
            "deadline_column", "Deadline column",
            {.doc = "Table: in the time of submission; an empty field means none."}),
        text<&JobTraceSpec::requestedColumn>(
            "requested_column", "Requested time column",
            {.doc = "Table: run time that the owner asked for, in the unit of run times."}),
        text<&JobTraceSpec::kindColumn>(
            "kind_column", "Accelerator column",
            {.doc = "Table: kind of accelerators; without it a head such as gpu_type. Jobs of "
                    "kinds that "
                    "the project has run on them, others on `accelerator`."}),
        choice<&JobTraceSpec::time>(
            "time_unit", "Time unit", kTraceTimeWords,
            {.doc =
                 "Table: unit of submission, start and end. auto: dates by their look, numbers in "
                 "seconds; date_time: dates, which count from the first submission."}),
        choice<&JobTraceSpec::runTime>("duration_unit", "Run time unit", kTraceTimeWords,
                                       {.doc = "Table: unit of run times. auto: as time_unit, or "
                                               "seconds where times are dates."}),
        number<&JobTraceSpec::timeScale>(
            "time_scale", "Time scale", unit::none,
            {.min = 0.0001,
             .max = 10000,
             .doc =
                 "Factor of the times of submission: 0.5 brings twice as many; run times stay."}),
        number<&JobTraceSpec::sizeScale>(
            "size_scale", "Size scale", unit::none,
            {.min = 0.0001,
             .max = 10000,
             .doc = "Factor of the accelerators, rounded, at least one."}),
        number<&JobTraceSpec::processorsPerAccelerator>(
            "processors_per_accelerator", "Processors for each accelerator", unit::none,
            {.min = 0.001,
             .max = 100000,
             .doc =
                 "Ratio for logs that count processors (Standard Workload Format, OpenDC); rounded "
                 "up."}),
        integer<&JobTraceSpec::repeat>(
            "repeat", "Repeat", {.min = 1, .max = 10000, .doc = "How often it runs, end to end."}),
        number<&JobTraceSpec::offsetS>(
            "offset_h", "Skip", unit::hour,
            {.min = 0, .max = 1000000.0, .doc = "Trace time at the start of the run."}),
        number<&JobTraceSpec::checkpointS>(
            "checkpoint_interval_min", "Checkpoint interval", unit::minute,
            {.min = 0.1, .max = 100000, .doc = "Running time between checkpoints."}),
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
        "Jobs of a recorded trace: a log of Slurm or Kubernetes, Standard Workload Format, or a "
        "table; gzip allowed.",
        kJobTraceAttributes,
        &createSpec<JobTraceSpec>,
        &destroySpec<JobTraceSpec>};
    return kType;
}

}  // namespace headroom::models
