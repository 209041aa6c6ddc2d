// SPDX-License-Identifier: Apache-2.0
#include "models/workload/training_step.h"

#include "models/compute/accelerator_power.h"
#include "models/network/wan.h"
#include "models/workload/number_bytes.h"
#include "models/workload/training_bound.h"
#include "models/workload/training_traffic.h"
#include "models/workload/training_work.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstdio>
#include <limits>

namespace headroom::models {

namespace {

constexpr double kMeasuredShare = 0.70;  // where a profile's share has no measured rate to be of

double measuredRate(const AcceleratorSpec& accelerator) {
    return std::isnan(accelerator.measuredBf16FlopsPerS)
               ? kMeasuredShare * accelerator.bf16FlopsPerS
               : accelerator.measuredBf16FlopsPerS;
}

/// Work of a pipeline stage for one micro-batch.
struct Stage {
    LayerWork work;
    double forwardLaunchS = 0.0;  ///< waiting for the host
    double backwardLaunchS = 0.0;
    double castS = 0.0;    ///< of weights, once a step
    double tensorS = 0.0;  ///< exposed
    double contextS = 0.0;
    double expertS = 0.0;

    double exchangesS() const { return tensorS + contextS + expertS; }

    double forwardS() const { return work.forward.sum() + forwardLaunchS; }

    double backwardS() const { return work.backward.sum() + work.again.sum() + backwardLaunchS; }

    double sum() const { return forwardS() + backwardS() + exchangesS(); }
};

void add(LayerWork& to, const LayerWork& layer, double n) {
    to.forward += layer.forward.times(n);
    to.backward += layer.backward.times(n);
    to.again += layer.again.times(n);
}

/// Micro-batches that pass one chunk of layers in a row: where chunks interleave, as many as there
/// are stages (Narayanan et al., SC 2021, section 2.2).
double chunkRun(const TrainingPlan& plan) {
    return plan.interleave > 1 ? std::min<double>(plan.pipeline, plan.microBatches()) : 1.0;
}

/// A step in the making: each part fills its terms.
class Estimate {
  public:
    explicit Estimate(const TrainingStepInput& input)
        : in_(input),
          plan_(input.plan),
          soft_(input.software != nullptr ? *input.software : usualStack()),
          s_(shapeOf(*input.model, input.plan.sequence)),
          work_(microBatchWork({&s_, input.accelerator, &soft_, &input.plan, input.clock})),
          traffic_(in_, s_, work_.tokens),
          m_(plan_.microBatches()),
          trained_(trainedParameters(plan_, *in_.model) / in_.model->parameters),
          gradientBytes_(plan_.gradientBytes > 0.0 ? plan_.gradientBytes
                                                   : gradientBytesOf(soft_, plan_.precision)) {}

    TrainingStep run() {
        step_.flops = plan_.batchSequences * s_.sequence *
                      ((4.0 + 2.0 * trained_) * in_.model->activeParameters +
                       6.0 * s_.layers * s_.attentionShare * s_.hidden * s_.sequence);
        step_.memory = trainingMemory(plan_, *in_.model, soft_, in_.accelerator->memoryBytes);
        step_.memoryBytes = step_.memory.total();
        stage();
        optimiser();
        if (in_.profile->matrixShare > 0.0) {
            byShare();
        }
        pipeline();
        copies();
        close();
        return step_;
    }

  private:
    double launched(double gpuS, double hostS) const { return std::max(0.0, hostS - gpuS); }

    /// Exposed rest of an exchange in each pass.
    struct Hidden {
        double forwardS = 0.0, backwardS = 0.0;
    };

    /// A share of an exchange overlaps another micro-batch's work on a layer (DualPipe and its kin:
    /// DeepSeek-V3, arXiv 2412.19437, section 3.2), but no more than that work lasts.
    static Hidden beside(double seconds, double share, const LayerWork& work) {
        const auto left = [&](double computing) {
            return seconds - std::min(share * seconds, computing);
        };
        return {left(work.forward.sum()), left(work.backward.sum())};
    }

    /// One layer with its exchanges, n times in the stage.
    void layer(const LayerWork& work, double n, bool experts, const Exchange& tensor,
               const Exchange& context) {
        if (!(n > 0.0)) {
            return;
        }
        add(stage_.work, work, n);
        const double repeats = plan_.recompute == Recompute::Full ? 1.0 : 0.0;
        const double hidden = plan_.overlapTensor ? soft_.tensorOverlap : 0.0;
        const double tensorEach = tensor.seconds * (1.0 - hidden);
        Hidden expert;
        if (experts) {
            const Exchange all = traffic_.expertPass(work_.sortedTokens);
            expert = beside(all.seconds, soft_.expertOverlap, work);
            const double passes = n * (2.0 + repeats) * m_;
            step_.expertBusyS += passes * all.seconds;
            step_.expertOutBytes += passes * all.outBytes;
        }
        // The ring's transfers run next to the attention that needs them.
        const double contextForward = std::max(0.0, context.seconds - work.forward.attention);
        const double contextBackward =
            std::max(0.0, 2.0 * context.seconds - work.backward.attention);
        const double host = launchShare(*in_.accelerator) *
                            (soft_.layerLaunchS + (experts ? soft_.expertLaunchS : 0.0));
        const double forward =
            launched(work.forward.sum() + tensorEach + expert.forwardS + contextForward, host);
        const double backward =
            launched(work.backward.sum() + work.again.sum() + (1.0 + repeats) * tensorEach +
                         expert.backwardS + repeats * expert.forwardS + contextBackward,
                     (1.0 + repeats) * host);
        stage_.forwardLaunchS += n * forward;
        stage_.backwardLaunchS += n * backward;
        stage_.tensorS += n * (2.0 + repeats) * tensorEach;
        stage_.expertS += n * ((1.0 + repeats) * expert.forwardS + expert.backwardS);
        stage_.contextS += n * (contextForward + contextBackward);
        step_.tensorBusyS += n * (2.0 + repeats) * m_ * tensor.seconds;
        step_.tensorOutBytes += n * (2.0 + repeats) * m_ * tensor.outBytes;
        step_.contextBusyS += n * 3.0 * m_ * context.seconds;
        step_.contextOutBytes += n * 3.0 * m_ * context.outBytes;
    }

    void stage() {
        const StageLayers fullest = fullestStage(plan_, s_.layers);
        const double experts = s_.expertLayers / s_.layers * fullest.layers;
        const Exchange tensor = traffic_.tensorPass();
        const Exchange context = traffic_.contextPass();
        layer(work_.dense, fullest.layers - experts, false, tensor, context);
        layer(work_.expert, experts, true, tensor, context);
        // Time that the other stages lack against the fullest, for the bubble.
        const double share = s_.layers / plan_.pipeline / fullest.layers;
        meanStageS_ = stage_.sum() * share +
                      (work_.head.forward.sum() + work_.head.backward.sum()) / plan_.pipeline;
        if (fullest.head) {
            add(stage_.work, work_.head, 1.0);
        }
        stage_.castS = fullest.layers * work_.castS;
        const PassS once = stage_.work.forward;
        const PassS back = stage_.work.backward;
        step_.matrixS = m_ * (once.matrix + back.matrix);
        step_.attentionS = m_ * (once.attention + back.attention);
        const double casts = plan_.sharding == Sharding::Zero3 ? m_ : 1.0;
        step_.vectorS = m_ * (once.vector + back.vector) + casts * stage_.castS;
        step_.recomputeS = m_ * stage_.work.again.sum();
        step_.launchS = m_ * (stage_.forwardLaunchS + stage_.backwardLaunchS);
        step_.tensorS = m_ * stage_.tensorS;
        step_.contextS = m_ * stage_.contextS;
        step_.expertS = m_ * stage_.expertS;
    }

    void optimiser() {
        const double group = static_cast<double>(plan_.copies()) * plan_.context;
        const double t = plan_.tensor;
        const double expertsAll = s_.expertLayers * s_.experts * s_.expertParameters;
        denseParameters_ = std::max(in_.model->parameters - expertsAll, 0.0) / (t * plan_.pipeline);
        expertParameters_ = std::min(expertsAll, in_.model->parameters) /
                            (plan_.expert * expertTensorRanks(plan_, soft_) * plan_.pipeline);
        double dense = denseParameters_;
        double experts = expertParameters_;
        if (plan_.sharding != Sharding::None) {
            const double split =
                plan_.shardGroup > 0 ? std::min<double>(plan_.shardGroup, group) : group;
            dense /= split;
            experts /= std::min<double>(split, traffic_.expertCopies().ranks);
        }
        step_.optimiserS =
            optimiserS(*in_.accelerator, soft_, plan_, trained_ * (dense + experts)) +
            fetchS(soft_, plan_, denseParameters_ + expertParameters_);
    }

    /// A profile that states the rate of the whole step in place of the kernels.
    void byShare() {
        const double wanted = step_.flops / (plan_.accelerators * measuredRate(*in_.accelerator) *
                                             in_.profile->matrixShare * in_.clock);
        step_.matrixS = wanted;
        step_.attentionS = step_.vectorS = step_.recomputeS = 0.0;
        step_.launchS = step_.optimiserS = 0.0;
        stage_.work = {};
        stage_.work.forward.matrix = wanted / m_ / 3.0;  // backward twice as long
        stage_.work.backward.matrix = 2.0 * stage_.work.forward.matrix;
        stage_.forwardLaunchS = stage_.backwardLaunchS = 0.0;
        meanStageS_ = stage_.sum();
    }

    void pipeline() {
        step_.computeS = step_.matrixS + step_.attentionS + step_.vectorS + step_.recomputeS +
                         step_.optimiserS + step_.launchS;
        if (plan_.pipeline <= 1) {
            return;
        }
        const double p = plan_.pipeline;
        const double v = plan_.interleave;
        // Filling and draining pass every other stage once.
        step_.bubbleS = std::max(0.0, p * meanStageS_ - stage_.sum()) / v;
        const Exchange send = traffic_.send();
        const double steady = 2.0 * m_ * v * (1.0 - soft_.pipelineOverlap);
        step_.pipelineS = (2.0 * (p - 1.0) + steady) * send.seconds;
        // Forward and backward across every boundary between chunks, mean over the stages.
        const double sends = 2.0 * m_ * (p * v - 1.0) / p;
        step_.pipelineBusyS = sends * send.seconds;
        step_.pipelineOutBytes = sends * send.outBytes;
    }

    double overlap() const {
        return std::isnan(in_.profile->overlap) ? soft_.dataOverlap : in_.profile->overlap;
    }

    /// Part of an exchange that a given computing time does not hide [s].
    double exposed(double exchangeS, double beside) const {
        const double hidden = std::min(exchangeS * overlap(), std::max(beside, 0.0));
        return exchangeS - hidden + soft_.interference * hidden;
    }

    /// Layer by layer in every micro-batch, next to what that one computes. A pipeline has several
    /// under way, so that ZeRO-2 keeps the weights of a stage through the step, gathered once.
    void fullySharded(const RankGroup& group, double parameters) {
        const RankGroup shards = traffic_.shards(group);
        // In one piece or tensor by tensor.
        const double layers = s_.layers / plan_.pipeline;
        const double pieces = layers * std::max(soft_.shardPieces, 1.0);
        const Exchange gather =
            traffic_.gather(shards, heldWeightBytes(plan_) * parameters / pieces).times(pieces);
        const Exchange scatter =
            traffic_.scatter(shards, trained_ * gradientBytes_ * parameters / pieces).times(pieces);
        const bool whole = plan_.sharding == Sharding::Zero2;
        const bool kept = whole && plan_.pipeline > 1;
        const bool again = soft_.gathersAgain && plan_.recompute == Recompute::Full;
        const Exchange backward = gather.times(whole ? 0.0 : again ? 2.0 : 1.0) + scatter;
        const double run = chunkRun(plan_);  // micro-batches that one exchange serves
        const double share = run * parameters / (denseParameters_ + expertParameters_);
        const double forwardS = exposed(gather.seconds, share * stage_.forwardS());
        const double backwardS = exposed(backward.seconds, share * stage_.backwardS());
        const double eachS = kept ? backwardS : forwardS + backwardS;
        // Filling and draining wait for those of the other stages.
        const double runs = m_ / run;
        const double passes = runs + (plan_.pipeline - 1.0) / (plan_.interleave * run);
        step_.layerDataS += passes * eachS + (kept ? forwardS : 0.0) + gather.seconds / layers;
        step_.dataS += passes * eachS + (kept ? forwardS : 0.0) + gather.seconds / layers;
        const Exchange all = kept ? gather + backward.times(runs) : (gather + backward).times(runs);
        step_.dataBusyS += all.seconds;
        step_.dataOutBytes += all.outBytes;
        const Exchange across = traffic_.reduce(
            traffic_.replicas(group), trained_ * gradientBytes_ * parameters / shards.ranks);
        const bool hides = soft_.window == ExchangeWindow::MicroBatch;
        step_.dataS += exposed(across.seconds, hides ? share * stage_.backwardS() : 0.0);
        step_.dataBusyS += across.seconds;
        step_.dataOutBytes += across.outBytes;
    }

    /// Gradients and weights once a step: reduce-scatter and all-gather, or an all-reduce where
    /// that is faster or nothing is sharded.
    void perStep(const RankGroup& group, double parameters) {
        const double trained = trained_ * parameters;
        const Exchange whole = traffic_.reduce(group, gradientBytes_ * trained);
        const Exchange scatter = traffic_.scatter(group, gradientBytes_ * trained);
        const Exchange gather = traffic_.gather(group, kWeightBytes * trained);
        const bool halves =
            plan_.sharding != Sharding::None && scatter.seconds + gather.seconds < whole.seconds;
        const Exchange backward = halves ? scatter : whole;
        const Exchange forward = halves ? gather : Exchange{};
        step_.dataBusyS += backward.seconds + forward.seconds;
        step_.dataOutBytes += backward.outBytes + forward.outBytes;
        const bool hides = soft_.window == ExchangeWindow::MicroBatch;
        const double share = parameters / (denseParameters_ + expertParameters_);
        step_.dataS += exposed(backward.seconds, hides ? share * stage_.backwardS() : 0.0) +
                       exposed(forward.seconds, hides ? share * stage_.forwardS() : 0.0);
    }

    void copies() {
        const double every = std::max(in_.localSteps, 1);
        const double ratio = std::max(in_.gradientCompression, 1.0);
        if (every > 1.0 || ratio > 1.0 || in_.sites > 1) {
            sparse(every, ratio);
            return;
        }
        const auto exchange = [&](const RankGroup& group, double parameters) {
            if (group.ranks <= 1 || !(parameters > 0.0)) {
                return;
            }
            if (plan_.sharding >= Sharding::Zero2) {
                fullySharded(group, parameters);
            } else {
                perStep(group, parameters);
            }
        };
        exchange(traffic_.copies(), denseParameters_);
        exchange(traffic_.expertCopies(), expertParameters_);
    }

    /// Copies that exchange fewer bytes, less often, or between sites: within the sites in every
    /// step, among the outermost ones in every localSteps with compressed bytes.
    void sparse(double every, double ratio) {
        const double bytes = trained_ * gradientBytes_ * (denseParameters_ + expertParameters_);
        RankGroup group = traffic_.copies();
        const int sites = std::clamp(in_.sites, 1, group.ranks);
        double hideableS = 0.0;
        double outermostS = 0.0;
        double compressed = 0.0;
        if (sites > 1) {
            group.ranks /= sites;
            const Exchange within = traffic_.reduce(group, bytes);
            step_.dataBusyS = hideableS = within.seconds;
            step_.dataOutBytes = within.outBytes;
            compressed = bytes / group.ranks;
            const double shard = compressed / ratio;
            step_.wanBusyS =
                wanAllReduceS(shard, sites, in_.wanBytesPerS, in_.wanRoundTripS) / every;
            step_.wanOutBytes = 2.0 * (sites - 1.0) / sites * shard / every;
            outermostS = step_.wanBusyS;
        } else if (group.ranks > 1) {
            const Exchange all = traffic_.reduce(group, bytes / ratio);
            step_.dataBusyS = outermostS = all.seconds / every;
            step_.dataOutBytes = all.outBytes / every;
            compressed = bytes;
        }
        double exposedS = 0.0;
        if (every > 1.0) {
            exposedS = outermostS;  // weights, after the last step: nothing left to hide behind
        } else {
            hideableS += outermostS;
        }
        if (ratio > 1.0 && in_.accelerator->memoryBytesPerS > 0.0) {
            step_.compressionS =
                2.0 * compressed * (1.0 + 1.0 / ratio) / in_.accelerator->memoryBytesPerS / every;
        }
        step_.dataS = exposedS + step_.compressionS + exposed(hideableS, step_.computeS);
    }

    void close() {
        const double n = plan_.accelerators;
        const double busyS = step_.computeS + step_.bubbleS + step_.tensorS + step_.contextS +
                             step_.expertS + step_.pipelineS + step_.dataS;
        // Assumption: speeds are normal; the slowest of n lies sqrt(2 ln n) deviations off.
        const double slowest = n > 1.0 ? in_.speedSpread * std::sqrt(2.0 * std::log(n)) : 0.0;
        step_.stragglerS = slowest * (step_.computeS + step_.bubbleS);
        step_.overheadS = in_.profile->matrixShare > 0.0 ? 0.0 : soft_.stepOverheadS;
        step_.stepS = busyS + step_.stragglerS + step_.overheadS;
        const JobProfileSpec& profile = *in_.profile;
        if (!std::isfinite(step_.stepS) || step_.stepS <= 0.0 || !(in_.clock > 0.0)) {
            step_.stepS = std::numeric_limits<double>::infinity();
            step_.waitActivity = waitActivity(profile);
            step_.phases = step_.waitActivity;
            step_.activity = step_.waitActivity;
            return;
        }
        step_.tokensPerS = plan_.batchSequences * s_.sequence / step_.stepS;
        step_.mfu = step_.flops / (n * in_.accelerator->bf16FlopsPerS * step_.stepS);
        activities();
        step_.scaleOutBytesPerS =
            (step_.dataOutBytes + step_.tensorOutBytes + step_.contextOutBytes +
             step_.expertOutBytes + step_.pipelineOutBytes) /
            step_.stepS;
        step_.bound = boundOf();
    }

    /// Switching of an exchange: beyond the scale-up domain the network paces it.
    double exchanging(double outBytes) const {
        return outBytes > 0.0 ? in_.profile->communicationActivity
                              : collectiveActivity(*in_.profile);
    }

    /// Kernels and collectives of one layer alternate within milliseconds, faster than a power limit
    /// acts: one phase. Exchanges of the whole step and waiting last longer. Ranks that wait for the
    /// slowest rank or for a send wait inside a collective, which polls.
    void activities() {
        const JobProfileSpec& profile = *in_.profile;
        const PassS again = stage_.work.again.times(m_);
        const double wait = waitActivity(profile);
        const double kernelS = step_.matrixS + step_.attentionS + again.matrix + again.attention;
        const double memoryS = step_.vectorS + again.vector + step_.optimiserS;
        const double layersS =
            step_.computeS + step_.tensorS + step_.contextS + step_.expertS + step_.layerDataS;
        double sum = kernelS * profile.computeActivity + step_.launchS * wait +
                     step_.tensorS * exchanging(step_.tensorOutBytes) +
                     step_.contextS * exchanging(step_.contextOutBytes) +
                     step_.expertS * exchanging(step_.expertOutBytes) +
                     step_.layerDataS * collectiveActivity(profile);
        const double own = std::isnan(profile.memoryActivity)
                               ? std::min(profile.computeActivity, memoryActivity(*in_.accelerator))
                               : profile.memoryActivity;
        if (memoryS > 0.0) {
            sum += memoryS * own;
        }
        step_.kernelActivity = profile.computeActivity;
        step_.memoryActivity = own;
        step_.recomputeActivity =
            again.sum() > 0.0 ? ((again.matrix + again.attention) * profile.computeActivity +
                                 again.vector * own) /
                                    again.sum()
                              : own;
        step_.tensorActivity = exchanging(step_.tensorOutBytes);
        step_.contextActivity = exchanging(step_.contextOutBytes);
        step_.expertActivity = exchanging(step_.expertOutBytes);
        step_.layerDataActivity = collectiveActivity(profile);
        step_.onceActivity = exchanging(step_.dataOutBytes);
        step_.polledActivity = profile.communicationActivity;
        step_.computeActivity = layersS > 0.0 ? sum / layersS : wait;
        step_.waitActivity = wait;
        // Lines between sites are so slow that accelerators wait for them.
        const double onceS = std::max(step_.dataS - step_.layerDataS - step_.wanBusyS, 0.0);
        const double polledS = step_.pipelineS + step_.stragglerS;
        step_.exchangeS = onceS + polledS;
        step_.exchangeActivity = step_.exchangeS > 0.0 ? (onceS * exchanging(step_.dataOutBytes) +
                                                          polledS * profile.communicationActivity) /
                                                             step_.exchangeS
                                                       : profile.communicationActivity;
        step_.waitS = step_.stepS - layersS - step_.exchangeS;
        step_.phases.add(layersS / step_.stepS, step_.computeActivity);
        step_.phases.add(step_.exchangeS / step_.stepS, step_.exchangeActivity);
        step_.phases.add(step_.waitS / step_.stepS, step_.waitActivity);
        step_.activity = step_.phases.mean();
    }

    StepBound boundOf() const {
        struct Part {
            StepBound bound;
            double seconds;
        };

        const std::array parts = {Part{StepBound::Matrix, step_.matrixS + step_.recomputeS},
                                  Part{StepBound::Attention, step_.attentionS},
                                  Part{StepBound::Memory, step_.vectorS + step_.optimiserS},
                                  Part{StepBound::Launch, step_.launchS},
                                  Part{StepBound::Bubble, step_.bubbleS},
                                  Part{StepBound::Tensor, step_.tensorS},
                                  Part{StepBound::Context, step_.contextS},
                                  Part{StepBound::Expert, step_.expertS},
                                  Part{StepBound::Pipeline, step_.pipelineS},
                                  Part{StepBound::Data, step_.dataS}};
        return std::max_element(parts.begin(), parts.end(),
                                [](const Part& a, const Part& b) { return a.seconds < b.seconds; })
            ->bound;
    }

    const TrainingStepInput& in_;
    const TrainingPlan& plan_;
    const SoftwareStackSpec& soft_;
    ModelShape s_;
    MicroBatchWork work_;
    TrainingTraffic traffic_;
    double m_;
    double trained_;  ///< share of the parameters
    double gradientBytes_;
    Stage stage_;
    double meanStageS_ = 0.0;
    double denseParameters_ = 0.0;  ///< of one rank, before sharding
    double expertParameters_ = 0.0;
    TrainingStep step_;
};

}  // namespace

const char* stepBoundName(StepBound bound) {
    constexpr std::array kNames = {"matrix multiplication",
                                   "attention",
                                   "memory bandwidth",
                                   "kernel launches",
                                   "pipeline bubble",
                                   "tensor-parallel collectives",
                                   "context-parallel exchange",
                                   "expert all-to-all",
                                   "sends between stages",
                                   "exchange among copies",
                                   "nothing"};
    return kNames[static_cast<std::size_t>(bound)];
}

double modelFlopsPerToken(const LanguageModelSpec& model) {
    return 6.0 * (model.activeParameters +
                  static_cast<double>(model.layers) * model.hidden * model.sequence);
}

TrainingStep trainingStep(const TrainingStepInput& input) {
    assert(input.model && input.accelerator && input.profile && input.scaleUp && input.scaleOut);
    return Estimate(input).run();
}

void waitForData(TrainingStep& step, double tokensPerS, const JobProfileSpec& profile) {
    const double slower = step.tokensPerS / tokensPerS;
    if (!(slower > 1.0)) {
        return;
    }
    step.phases = withStalls(step.phases, 1.0 / slower, profile);
    step.activity = step.phases.mean();
    step.waitS += (slower - 1.0) * step.stepS;
    step.stepS *= slower;
    step.mfu /= slower;
    step.tokensPerS = tokensPerS;
}

double checkpointBytes(const LanguageModelSpec& model, const JobProfileSpec& profile) {
    return model.parameters * profile.checkpointBytesPerParameter;
}

}  // namespace headroom::models
