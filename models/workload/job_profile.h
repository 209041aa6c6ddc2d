// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/compute/chip_phases.h"
#include "models/core/attribute.h"

namespace headroom::models {

/// Where a checkpoint is safe, so that training need not wait longer; the copy to the shared
/// storage follows behind. The drives and the memory of the servers keep each shard twice, on its
/// own server and on a partner.
enum class CheckpointTier { Storage, LocalNvme, Memory };

/// Whether training waits while a checkpoint is written to where it is safe.
enum class CheckpointMode { Asynchronous, Synchronous };

/// How a kind of job uses its accelerators: activity by phase, efficiency, checkpoints, reads.
struct JobProfileSpec {
    double matrixShare = kNotStated;
    // Switching activity by phase of a step: training_step.h.
    double computeActivity = kNotStated;     ///< matrices and attention
    double memoryActivity = kNotStated;      ///< vectors, optimiser; not stated: by the accelerator
    double collectiveActivity = kNotStated;  ///< inside a scale-up domain
    double communicationActivity = kNotStated;  ///< exchanges over the network
    double waitActivity = kNotStated;           ///< for others, the host, data, checkpoints
    double overlap = kNotStated;
    double checkpointBytesPerParameter = kNotStated;
    double checkpointStallS = kNotStated;
    CheckpointTier checkpointTier = CheckpointTier::Storage;
    CheckpointMode checkpointMode = CheckpointMode::Asynchronous;
    double storageIntervalS = kNotStated;   ///< between copies to storage, of the faster tiers
    double readBytesPerToken = kNotStated;  ///< training data
    double readFileBytes = kNotStated;
    double activity = kNotStated;
    double communicationShare = kNotStated;

    static const ComponentType& type();
};

/// Not stated: as communicationActivity.
double collectiveActivity(const JobProfileSpec& profile);
double waitActivity(const JobProfileSpec& profile);

/// Jobs without a step model compute for a share u of the time and wait for the rest, so that their mean
/// is `activity`: u = (activity - wait) / (compute - wait). Constant where that is not a share.
ChipPhases unplannedPhases(const JobProfileSpec& profile);

/// Activities of a job that works for a share `moving` of the time: the rest are checkpoints, which it waits
/// for.
ChipPhases withStalls(const ChipPhases& work, double moving, const JobProfileSpec& profile);

/// u, 0..1.
double computingShare(const JobProfileSpec& profile);

}  // namespace headroom::models
