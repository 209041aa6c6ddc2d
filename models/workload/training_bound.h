// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/workload/training_step.h"
#include "models/workload/training_work.h"

namespace headroom::models {

/// Layers of the fullest stage. Where L + 2 divides into the chunks, embedding and logits count as layers of their own, so
/// that the last stage is not a fuller than the others.
struct StageLayers {
    double layers = 1.0;
    bool head = true;  ///< logits come on top
};

StageLayers fullestStage(const TrainingPlan& plan, double layers);

/// A time below which trainingStep(input).stepS cannot be, from the work of one micro-batch alone: what the fullest
/// stage computes or waits for the host, the bubble that follows from it, and the overhead of a step [s].
///
/// A layer takes max(gpu + exchanges, host) >= max(gpu, host) in each pass, and m micro-batches pass the stage:
///   stepS >= m (S + head) + bubble(S) + overhead,   S = sum over layers of max(gpu, host)
///   bubble(S) = max(0, (L / layers - 1) S + the head's share) / v, which grows with S, since L >= layers
/// Every other term of a step (exchanges, optimiser, conversions of weights, the slowest device) is at least 0.
/// `shape` and `work` are those of the plan; `work` depends on neither stages nor copies, so that many plans share it.
/// A profile that states the rate of the whole step (matrixShare) has the bound 0.
/// Validity: as trainingStep. Source: its terms (models/workload/README.md).
double leastStepS(const TrainingStepInput& input, const ModelShape& shape,
                  const MicroBatchWork& work);

}  // namespace headroom::models
