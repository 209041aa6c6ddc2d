// SPDX-License-Identifier: Apache-2.0
#include "models/workload/training_step.h"

#include "models/network/collective.h"
#include "models/network/staging.h"
#include "models/network/wan.h"

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

Phase phaseOf(const TrainingStepInput& input, const CollectiveRequest& request, double share) {
    RankNetwork network;
    network.scaleUp = input.scaleUp;
    network.scaleOut = input.scaleOut;
    network.scaleUpBytesPerS = input.accelerator->scaleUpBytesPerS;
    network.scaleOutBytesPerS = input.accelerator->scaleOutBytesPerS * share;
    network.networkReduces = input.networkReduces;
    InterconnectSpec staged;
    if (input.hostStaging) {
        staged = stagedInterconnect(*input.scaleOut);
        network.scaleOut = &staged;
        network.scaleOutBytesPerS =
            stagedBytesPerS(staged, input.accelerator->scaleOutBytesPerS) * share;
    }
    const CollectiveTime time = collectiveTime(network, request);
    return {time.seconds, time.scaleOutBytes};
}

Phase tensorPhase(const TrainingStepInput& input, const Plan& plan) {
    const Phase one = phaseOf(
        input, {Collective::AllReduce, plan.activationBytes, plan.tensor, input.scaleUpDomain},
        input.tensorShare);
    const double count = plan.layersPerStage * plan.microBatches * kAllReducesPerLayer;
    return {count * one.busyS, count * one.outBytes};
}

/// Gradients and weights among the copies of one site: reduce-scatter and all-gather, or an
/// all-reduce where that is faster.
Phase copiesPhase(const TrainingStepInput& input, const Plan& plan, int copies, double bytes) {
    const int inside = std::max(input.scaleUpDomain / plan.tensor, 1);
    const Phase whole =
        phaseOf(input, {Collective::AllReduce, bytes, copies, inside}, input.dataShare);
    const Phase scatter =
        phaseOf(input, {Collective::ReduceScatter, bytes, copies, inside}, input.dataShare);
    const Phase gather =
        phaseOf(input, {Collective::AllGather, bytes, copies, inside}, input.dataShare);
    if (scatter.busyS + gather.busyS < whole.busyS) {
        return {scatter.busyS + gather.busyS, scatter.outBytes + gather.outBytes};
    }
    return whole;
}

/// Copies synchronise: within the sites in every step, among the outermost ones in every localSteps
/// with compressed bytes.
void synchronise(const TrainingStepInput& input, const Plan& plan, TrainingStep& step) {
    const double every = std::max(input.localSteps, 1);
    const double ratio = std::max(input.gradientCompression, 1.0);
    const int sites = std::clamp(input.sites, 1, plan.copies);
    const int copies = plan.copies / sites;
    double hideableS = 0.0;  // that backward computing may cover
    double compressed = 0.0;
    if (sites > 1) {
        const Phase within = copiesPhase(input, plan, copies, plan.gradientBytes);
        step.dataBusyS = hideableS = within.busyS;
        step.dataOutBytes = within.outBytes;
        compressed = plan.gradientBytes / copies;
        const double shard = compressed / ratio;
        step.wanBusyS =
            wanAllReduceS(shard, sites, input.wanBytesPerS, input.wanRoundTripS) / every;
        step.wanOutBytes = 2.0 * (sites - 1.0) / sites * shard / every;
    } else if (copies > 1) {
        const Phase all = copiesPhase(input, plan, copies, plan.gradientBytes / ratio);
        step.dataBusyS = all.busyS / every;
        step.dataOutBytes = all.outBytes / every;
        compressed = plan.gradientBytes;
    }
    const double outermostS = sites > 1 ? step.wanBusyS : step.dataBusyS;
    double exposedS = 0.0;
    if (input.localSteps > 1) {
        exposedS = outermostS;  // weights, after the last of the steps: nothing left to hide behind
    } else {
        hideableS += sites > 1 ? outermostS : step.dataBusyS;
    }
    if (ratio > 1.0 && input.accelerator->memoryBytesPerS > 0.0) {
        step.compressionS =
            2.0 * compressed * (1.0 + 1.0 / ratio) / input.accelerator->memoryBytesPerS / every;
    }
    step.dataS = exposedS + step.compressionS + hideableS -
                 std::min(hideableS * input.profile->overlap, step.computeS);
}

/// Sends between stages; exposedS is what filling and draining the pipeline waits for.
Phase pipelinePhase(const TrainingStepInput& input, const Plan& plan, double& exposedS) {
    exposedS = 0.0;
    if (plan.stages <= 1) {
        return {};
    }
    // Each tensor rank sends its share of the activations to its peer in the next stage.
    const bool inside = input.accelerators <= input.scaleUpDomain;
    const Phase send = phaseOf(
        input, {Collective::SendReceive, plan.activationBytes / plan.tensor, 2, inside ? 2 : 1},
        input.pipelineShare);
    exposedS = 2.0 * (plan.stages - 1.0) * send.busyS;
    // Forward and backward across every boundary between chunks of layers, mean over the stages.
    const double sends = 2.0 * plan.microBatches * (plan.stages * plan.chunks - 1.0) / plan.stages;
    return {sends * send.busyS, sends * send.outBytes};
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

    synchronise(input, plan, step);

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
