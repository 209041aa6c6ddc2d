// SPDX-License-Identifier: Apache-2.0
#include "models/workload/training_bound.h"

#include <algorithm>
#include <cmath>

namespace headroom::models {

namespace {

/// One layer and micro-batch, forward and backward: accelerators compute, or wait for the host.
double leastLayerS(const LayerWork& work, double hostS, bool again) {
    return std::max(work.forward.sum(), hostS) +
           std::max(work.backward.sum() + work.again.sum(), again ? 2.0 * hostS : hostS);
}

}  // namespace

StageLayers fullestStage(const TrainingPlan& plan, double layers) {
    const double chunks = static_cast<double>(plan.pipeline) * plan.interleave;
    if (plan.pipeline <= 1) {
        return {layers, true};
    }
    if (std::fmod(layers, chunks) != 0.0 && std::fmod(layers + 2.0, chunks) == 0.0) {
        return {(layers + 2.0) / plan.pipeline, false};
    }
    return {std::ceil(layers / plan.pipeline), true};
}

double leastStepS(const TrainingStepInput& input, const ModelShape& shape,
                  const MicroBatchWork& work) {
    const TrainingPlan& plan = input.plan;
    if (input.profile->matrixShare > 0.0) {
        return 0.0;
    }
    const SoftwareStackSpec& software = *input.software;
    const StageLayers fullest = fullestStage(plan, shape.layers);
    const double experts = shape.expertLayers / shape.layers * fullest.layers;
    const double hostS = launchShare(*input.accelerator);
    const bool again = plan.recompute == Recompute::Full;
    const double stageS =
        (fullest.layers - experts) * leastLayerS(work.dense, hostS * software.layerLaunchS, again) +
        experts * leastLayerS(work.expert, hostS * (software.layerLaunchS + software.expertLaunchS),
                              again);
    const double headS = work.head.forward.sum() + work.head.backward.sum();
    const double busyS = plan.microBatches() * (stageS + (fullest.head ? headS : 0.0));
    const double others = shape.layers / fullest.layers - 1.0;
    const double bubbleS =
        plan.pipeline > 1
            ? std::max(0.0, others * stageS + (fullest.head ? 0.0 : headS)) / plan.interleave
            : 0.0;
    return busyS + bubbleS + software.stepOverheadS;
}

}  // namespace headroom::models
