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

/// One kind of communication in a step.
struct Phase {
    double busyS = 0.0;     ///< seconds of the step, hidden ones included
    double outBytes = 0.0;  ///< that one accelerator sends through its adapter
};

/// All-reduces of `bytes` over `ranks`, `inside` of which share a scale-up domain.
Phase allReduces(const TrainingStepInput& input, double count, double bytes, int ranks, int inside,
                 double share) {
    const int domain = std::clamp(inside, 1, std::max(ranks, 1));
    const double across = std::ceil(static_cast<double>(ranks) / domain);
    return {count * hierarchicalAllReduceS(
                        *input.scaleUp, input.accelerator->scaleUpBytesPerS, *input.scaleOut,
                        input.accelerator->scaleOutBytesPerS * share, bytes, ranks, domain),
            count * 2.0 * (across - 1.0) / across * bytes / domain};
}

Phase tensorPhase(const TrainingStepInput& input, const Plan& plan) {
    return allReduces(input, plan.layersPerStage * plan.microBatches * kAllReducesPerLayer,
                      plan.activationBytes, plan.tensor, std::max(input.scaleUpDomain, 1),
                      input.tensorShare);
}

Phase dataPhase(const TrainingStepInput& input, const Plan& plan) {
    return allReduces(input, 1.0, plan.gradientBytes, plan.copies,
                      std::max(input.scaleUpDomain, 1) / plan.tensor, input.dataShare);
}

/// Sends between stages; exposedS is what filling and draining the pipeline waits for.
Phase pipelinePhase(const TrainingStepInput& input, const Plan& plan, double& exposedS) {
    exposedS = 0.0;
    if (plan.stages <= 1) {
        return {};
    }
    // Each tensor rank sends its share of the activations to its peer in the next stage.
    const double stageBytes = plan.activationBytes / plan.tensor;
    const bool inside = input.accelerators <= std::max(input.scaleUpDomain, 1);
    const InterconnectSpec& link = inside ? *input.scaleUp : *input.scaleOut;
    const double rate = inside ? input.accelerator->scaleUpBytesPerS
                               : input.accelerator->scaleOutBytesPerS * input.pipelineShare;
    const double sendS = link.stepLatencyS + stageBytes / (rate * link.efficiency);
    exposedS = 2.0 * (plan.stages - 1.0) * sendS;
    // Forward and backward across every boundary between chunks of layers, mean over the stages.
    const double sends = 2.0 * plan.microBatches * (plan.stages * plan.chunks - 1.0) / plan.stages;
    return {sends * sendS, inside ? 0.0 : sends * stageBytes};
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

    TrainingStep step;
    step.flops = input.batchTokens * modelFlopsPerToken(model);
    const double compute =
        step.flops / (n * measuredRate(accelerator) * profile.matrixShare * input.clock);
    step.computeS = compute;
    step.bubbleS = (plan.stages - 1.0) / (plan.chunks * plan.microBatches) * compute;

    const Phase tensor = tensorPhase(input, plan);
    step.tensorS = step.tensorBusyS = tensor.busyS;
    step.tensorOutBytes = tensor.outBytes;

    const Phase stages = pipelinePhase(input, plan, step.pipelineS);
    step.pipelineBusyS = stages.busyS;
    step.pipelineOutBytes = stages.outBytes;

    const Phase data = dataPhase(input, plan);
    step.dataS = data.busyS - std::min(data.busyS * profile.overlap, compute);
    step.dataBusyS = data.busyS;
    step.dataOutBytes = data.outBytes;

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

    step.scaleOutBytesPerS =
        (step.dataOutBytes + step.tensorOutBytes + step.pipelineOutBytes) / step.stepS;
    return step;
}

double checkpointBytes(const LanguageModelSpec& model, const JobProfileSpec& profile) {
    return model.parameters * profile.checkpointBytesPerParameter;
}

}  // namespace headroom::models
