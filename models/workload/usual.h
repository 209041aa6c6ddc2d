// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Figures of usual practice of jobs and services, for what no profile states.
namespace headroom::models {

/// A shard in drives of servers is kept on a partner too: CheckpointTier::LocalNvme.
inline constexpr double kShardCopies = 2.0;

/// No best interval of checkpoints is below that [s]: nobody writes them faster than steps.
/// Assumption.
inline constexpr double kLeastCheckpointS = 10.0;

/// How often a service looks at its load to have more or fewer replicas [s], and the change below
/// which it leaves them. Source: Horizontal Pod Autoscaler of Kubernetes, its defaults.
inline constexpr double kScalingPeriodS = 15.0, kScalingTolerance = 0.1;

}  // namespace headroom::models
