// SPDX-License-Identifier: Apache-2.0
#include "models/workload/job_profile.h"

#include "models/core/stated.h"

#include <array>

namespace headroom::models {

namespace {

constexpr auto kTierWords = std::to_array<std::string_view>({"storage", "local_nvme", "memory"});

constexpr auto kModeWords = std::to_array<std::string_view>({"asynchronous", "synchronous"});

constexpr auto kJobProfileAttributes = std::to_array<Attribute>({
    number<&JobProfileSpec::matrixShare>(
        "matrix_share_pct", "Kernel efficiency", unit::percent,
        {.min = 1,
         .max = 100,
         .doc = "Rate of a whole training step without communication, over the best measured "
                "matrix rate; not stated: kernel by kernel."}),
    number<&JobProfileSpec::computeActivity>(
        "compute_activity_pct", "Activity, computing", unit::percent,
        {.min = 0,
         .max = 100,
         .required = true,
         .doc = "Switching activity while kernels of matrices and attention run."}),
    number<&JobProfileSpec::memoryActivity>(
        "memory_activity_pct", "Activity, moving memory", unit::percent,
        {.min = 0,
         .max = 100,
         .doc = "The same while vectors, conversions and the optimiser move memory; not stated: by "
                "the accelerator's energy of a byte, at most that of computing."}),
    number<&JobProfileSpec::collectiveActivity>(
        "collective_activity_pct", "Activity, scale-up collectives", unit::percent,
        {.min = 0,
         .max = 100,
         .doc = "The same in collectives inside a scale-up domain; not stated: as communicating."}),
    number<&JobProfileSpec::communicationActivity>(
        "communication_activity_pct", "Activity, communicating", unit::percent,
        {.min = 0,
         .max = 100,
         .required = true,
         .doc = "The same in exchanges over the network that nothing hides."}),
    number<&JobProfileSpec::waitActivity>(
        "wait_activity_pct", "Activity, waiting", unit::percent,
        {.min = 0,
         .max = 100,
         .doc = "The same while waiting with clocks up: pipeline bubbles, launches, training "
                "data, checkpoints; not stated: as communicating."}),
    number<&JobProfileSpec::overlap>(
        "overlap_pct", "Overlap", unit::percent,
        {.min = 0,
         .max = 100,
         .doc = "Share of data-parallel communication hidden behind computing; not stated: by the "
                "software."}),
    number<&JobProfileSpec::checkpointBytesPerParameter>(
        "checkpoint_bytes_per_parameter", "Checkpoint size", unit::none,
        {.min = 1,
         .max = 64,
         .required = true,
         .doc = "Bytes for each parameter: weights and optimiser state."}),
    number<&JobProfileSpec::checkpointStallS>(
        "checkpoint_stall_s", "Checkpoint stall", unit::second,
        {.min = 0,
         .max = 3600,
         .required = true,
         .doc = "Pause of training for one asynchronous checkpoint, in addition to what storage "
                "adds."}),
    choice<&JobProfileSpec::checkpointTier>(
        "checkpoint_tier", "Checkpoint is safe in", kTierWords,
        {.doc =
             "Shared storage, drives of the servers, or memory of the servers; the last two keep "
             "each shard on a partner too, and the copy to storage follows behind."}),
    choice<&JobProfileSpec::checkpointMode>("checkpoint_mode", "Checkpoint is written", kModeWords,
                                            {.doc = "asynchronous: behind training, which pauses "
                                                    "for the stall only; synchronous: training "
                                                    "pauses until it is safe."}),
    number<&JobProfileSpec::storageIntervalS>(
        "storage_interval_min", "Copy to storage each", unit::minute,
        {.min = 0.1,
         .max = 100000,
         .doc = "Interval of copies of checkpoints that are safe in drives or memory; not stated: "
                "every one."}),
    number<&JobProfileSpec::readBytesPerToken>(
        "read_bytes_per_token", "Training data for each token", unit::none,
        {.min = 0,
         .max = 1e7,
         .doc = "Bytes read from shared storage for each token; not stated: none."}),
    number<&JobProfileSpec::readFileBytes>(
        "read_file_mb", "Training data in files of", unit::megabyte,
        {.min = 1e-6,
         .max = 1e6,
         .doc = "Each file opened is an operation of the metadata servers; not stated: so large "
                "that these do not matter."}),
    number<&JobProfileSpec::activity>(
        "mean_activity_pct", "Mean activity", unit::percent,
        {.min = 0,
         .max = 100,
         .required = true,
         .doc = "Activity of jobs without a step model: traces and generators."}),
    number<&JobProfileSpec::communicationShare>(
        "communication_share_pct", "Communication", unit::percent,
        {.min = 0,
         .max = 95,
         .doc =
             "Share of the time in which the adapters of jobs without a step model send at their "
             "full rate; not stated: they put nothing on the fabric."}),
});

}  // namespace

const ComponentType& JobProfileSpec::type() {
    static constexpr ComponentType kType{
        "job_profile",
        "Job profile",
        "",
        false,
        "How a kind of job uses its accelerators: activity by phase, efficiency, checkpoints, "
        "reads.",
        kJobProfileAttributes,
        &createSpec<JobProfileSpec>,
        &destroySpec<JobProfileSpec>};
    return kType;
}

double collectiveActivity(const JobProfileSpec& profile) {
    return statedOr(profile.collectiveActivity, profile.communicationActivity);
}

double waitActivity(const JobProfileSpec& profile) {
    return statedOr(profile.waitActivity, profile.communicationActivity);
}

ChipPhases withStalls(const ChipPhases& work, double moving, const JobProfileSpec& profile) {
    ChipPhases phases = work.times(moving);
    phases.add(1.0 - moving, waitActivity(profile));
    return phases;
}

double computingShare(const JobProfileSpec& profile) {
    const double wait = waitActivity(profile);
    const double above = profile.activity - wait;
    const double span = profile.computeActivity - wait;
    return above > 0.0 && span > above ? above / span : 1.0;
}

ChipPhases unplannedPhases(const JobProfileSpec& profile) {
    const double share = computingShare(profile);
    if (share >= 1.0) {
        return profile.activity;
    }
    ChipPhases phases;
    phases.add(share, profile.computeActivity);
    phases.add(1.0 - share, waitActivity(profile));
    return phases;
}

}  // namespace headroom::models
