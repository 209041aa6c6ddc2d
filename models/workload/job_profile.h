// SPDX-License-Identifier: Apache-2.0
#pragma once

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
    double computeActivity = kNotStated;
    double communicationActivity = kNotStated;
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

}  // namespace headroom::models
