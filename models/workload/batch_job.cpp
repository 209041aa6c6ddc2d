// SPDX-License-Identifier: Apache-2.0
#include "models/workload/batch_job.h"

#include <array>

namespace headroom::models {

namespace {

constexpr auto kBatchJobAttributes = joined(
    std::to_array<Attribute>({
        text<&BatchJobSpec::name>("name", "Name", {.doc = "Display name."}),
        reference<&BatchJobSpec::accelerator>("accelerator", "Accelerator", "accelerator",
                                              {.required = true, .doc = "Which kind it runs on."}),
        integer<&BatchJobSpec::accelerators>("accelerators", "Accelerators",
                                             {.min = 1,
                                              .max = 1000000,
                                              .required = true,
                                              .doc = "Accelerators of each job, all or none."}),
        number<&BatchJobSpec::runS>("run_h", "Run time", unit::hour,
                                    {.min = 0.0001,
                                     .max = 1000000.0,
                                     .required = true,
                                     .doc = "At full speed, without waiting and restarts."}),
        number<&BatchJobSpec::submitS>(
            "submit_h", "Submitted at", unit::hour,
            {.min = 0, .max = 1000000.0, .doc = "After the start of the run."}),
        integer<&BatchJobSpec::copies>(
            "copies", "Copies",
            {.min = 1,
             .max = 100000,
             .doc = "Equal jobs submitted together: the trials of a sweep."}),
        number<&BatchJobSpec::everyS>("every_h", "Again each", unit::hour,
                                      {.min = 0.01,
                                       .max = 1000000.0,
                                       .doc = "Submitted again after that; not stated: once."}),
        number<&BatchJobSpec::checkpointS>(
            "checkpoint_interval_min", "Checkpoint interval", unit::minute,
            {.min = 0.1, .max = 100000, .doc = "Running time between checkpoints."}),
        reference<&BatchJobSpec::profile>(
            "profile", "Profile", "job_profile",
            {.required = true, .doc = "How it uses its accelerators."}),
        number<&BatchJobSpec::deadlineS>(
            "deadline_h", "Deadline, hours", unit::hour,
            {.min = 0.01,
             .max = 1000000.0,
             .doc = "It should be done so long after its submission; not stated: by the deadline "
                    "in run times, if any."}),
    }),
    jobTermRows<&BatchJobSpec::terms>());

}  // namespace

const ComponentType& BatchJobSpec::type() {
    static constexpr ComponentType kType{"batch_job",
                                         "Batch job",
                                         "batch_jobs",
                                         false,
                                         "Scripted jobs of a stated run time: single ones, sweeps "
                                         "of equal trials, one that takes all.",
                                         kBatchJobAttributes,
                                         &createSpec<BatchJobSpec>,
                                         &destroySpec<BatchJobSpec>};
    return kType;
}

}  // namespace headroom::models
