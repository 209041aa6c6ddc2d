// SPDX-License-Identifier: Apache-2.0
#include "models/workload/training_step.h"

#include "models/network/collective.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

namespace headroom::models {

namespace {

// Assumption for accelerators without a measured matrix rate: median of the measured ones.
constexpr double kMeasuredShare = 0.70;
constexpr double kBytesPerActivation = 2.0;  // 16-bit activations, weights and gradients on links
constexpr int kAllReducesPerLayer = 4;       // two forward, two backward

double measuredRate(const AcceleratorSpec& accelerator) {
    return std::isnan(accelerator.measuredBf16FlopsPerS)
               ? kMeasuredShare * accelerator.bf16FlopsPerS
               : accelerator.measuredBf16FlopsPerS;
}

/// The plan of a job, in numbers.
struct Plan {
    int tensor = 1;
    int stages = 1;
    int copies = 1;  ///< data-parallel
    int chunks = 1;
    double microBatches = 1.0;
    double layersPerStage = 1.0;
    double activationBytes = 0.0;  ///< of one micro-batch between two layers
    double gradientBytes = 0.0;    ///< 16-bit, of one accelerator
};

Plan planOf(const TrainingStepInput& input) {
    Plan plan;
    plan.tensor = std::max(input.tensorParallel, 1);
    plan.stages = std::max(input.pipelineParallel, 1);
    plan.copies = std::max(input.accelerators / (plan.tensor * plan.stages), 1);
    plan.chunks = std::max(input.interleave, 1);
    plan.microBatches = std::max(input.microBatches, 1);
    plan.layersPerStage = static_cast<double>(input.model->layers) / plan.stages;
    const double microBatchTokens = input.batchTokens / plan.copies / plan.microBatches;
    plan.activationBytes = kBytesPerActivation * microBatchTokens * input.model->hidden;
    plan.gradientBytes =
        kBytesPerActivation * input.model->parameters / (plan.tensor * plan.stages);
    return plan;
}

}  // namespace

double modelFlopsPerToken(const LanguageModelSpec& model) {
    return 6.0 * (model.activeParameters +
                  static_cast<double>(model.layers) * model.hidden * model.sequence);
}

TrainingStep trainingStep(const TrainingStepInput& input) {
    assert(input.model && input.accelerator && input.profile && input.scaleUp && input.scaleOut);
    const LanguageModelSpec& model = *input.model;
    const AcceleratorSpec& accelerator = *input.accelerator;
    const JobProfileSpec& profile = *input.profile;
    const Plan plan = planOf(input);
    const double n = input.accelerators;
    const int domain = std::max(input.scaleUpDomain, 1);
    const double outBytesPerS = accelerator.scaleOutBytesPerS * input.networkShare;

    TrainingStep step;
    step.flops = input.batchTokens * modelFlopsPerToken(model);
    const double compute =
        step.flops / (n * measuredRate(accelerator) * profile.matrixShare * input.clock);
    step.computeS = compute;
    step.bubbleS = (plan.stages - 1.0) / (plan.chunks * plan.microBatches) * compute;

    step.tensorS =
        plan.layersPerStage * plan.microBatches * kAllReducesPerLayer *
        hierarchicalAllReduceS(*input.scaleUp, accelerator.scaleUpBytesPerS, *input.scaleOut,
                               outBytesPerS, plan.activationBytes, plan.tensor, domain);

    // Each tensor rank sends its share of the activations to its peer in the next stage.
    const double stageBytes = plan.activationBytes / plan.tensor;
    const bool stagesInside = input.accelerators <= domain;
    if (plan.stages > 1) {
        const InterconnectSpec& link = stagesInside ? *input.scaleUp : *input.scaleOut;
        const double rate = stagesInside ? accelerator.scaleUpBytesPerS : outBytesPerS;
        step.pipelineS =
            2.0 * (plan.stages - 1.0) * (link.stepLatencyS + stageBytes / (rate * link.efficiency));
    }

    const int copiesInside = std::clamp(domain / plan.tensor, 1, plan.copies);
    const double reduce =
        hierarchicalAllReduceS(*input.scaleUp, accelerator.scaleUpBytesPerS, *input.scaleOut,
                               outBytesPerS, plan.gradientBytes, plan.copies, copiesInside);
    step.dataS = reduce - std::min(reduce * profile.overlap, compute);

    // Weights and gradients in 16 and 32 bits, optimiser state split among the copies (ZeRO-1).
    step.memoryBytes =
        model.parameters / (plan.tensor * plan.stages) * (2.0 + 4.0 + 12.0 / plan.copies);

    step.stepS = step.computeS + step.bubbleS + step.tensorS + step.pipelineS + step.dataS;
    if (!std::isfinite(step.stepS) || step.stepS <= 0.0) {
        step.stepS = std::numeric_limits<double>::infinity();
        step.activity = profile.communicationActivity;
        return step;
    }
    step.tokensPerS = input.batchTokens / step.stepS;
    step.mfu = step.flops / (n * accelerator.bf16FlopsPerS * step.stepS);
    step.activity = (step.computeS * profile.computeActivity +
                     (step.stepS - step.computeS) * profile.communicationActivity) /
                    step.stepS;

    const double across = std::ceil(static_cast<double>(plan.copies) / copiesInside);
    double outBytes = 2.0 * (across - 1.0) / across * plan.gradientBytes / copiesInside;
    if (!stagesInside) {
        // Forward and backward across every boundary between stages, mean over the stages.
        const double boundaries = (plan.stages * plan.chunks - 1.0) / plan.stages;
        outBytes += 2.0 * plan.microBatches * boundaries * stageBytes;
    }
    step.scaleOutBytesPerS = outBytes / step.stepS;
    return step;
}

double checkpointBytes(const LanguageModelSpec& model, const JobProfileSpec& profile) {
    return model.parameters * profile.checkpointBytesPerParameter;
}

}  // namespace headroom::models
