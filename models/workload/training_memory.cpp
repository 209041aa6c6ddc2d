// SPDX-License-Identifier: Apache-2.0
#include "models/workload/training_memory.h"

#include "models/workload/language_model.h"
#include "models/workload/number_bytes.h"
#include "models/workload/software_stack.h"

#include <algorithm>
#include <cmath>

namespace headroom::models {

namespace {

constexpr double kGradientBytes = 4.0;  // main gradients in 32 bits
constexpr double kNarrowGradientBytes = 2.0;
constexpr double kLogitBytes = 10.0;      // 16-bit logits, 32-bit copy and gradient
constexpr double kFusedLogitBytes = 4.0;  // 16-bit logits and gradient, the loss in between

/// Parameters of the fullest rank: of layers without experts, of experts, of embeddings.
struct Held {
    double dense = 0.0;
    double experts = 0.0;
};

Held heldBy(const TrainingPlan& plan, const ModelShape& s, double expertTensor) {
    Held held;
    const double layers = s.layers / plan.pipeline;
    const double expertLayers = s.expertLayers / plan.pipeline;
    const double denseLayers = layers - expertLayers;
    const double perLayer = s.attentionParameters + 4.0 * s.hidden;
    held.dense = (layers * perLayer + denseLayers * s.denseParameters +
                  expertLayers * (s.sharedParameters + s.hidden * s.experts)) /
                 plan.tensor;
    // Input and output embeddings are on different stages where there are several.
    held.dense +=
        (plan.pipeline > 1 ? s.vocabulary * s.hidden : s.embeddingParameters) / plan.tensor;
    held.experts = expertLayers * s.experts * s.expertParameters / (plan.expert * expertTensor);
    return held;
}

/// Bytes that one layer keeps of one token for its backward pass, on one rank.
double keptPerToken(const TrainingPlan& plan, const ModelShape& s,
                    const SoftwareStackSpec& software) {
    const bool unfused = software.attention == AttentionKernel::Unfused;
    const double repeated = software.selectiveShare;
    const double t = plan.tensor;
    const double h = s.hidden;
    const double split = plan.sequenceParallel ? t : 1.0;
    if (plan.recompute == Recompute::Full) {
        return 2.0 * h / split;
    }
    // State space keeps as much of its inner width as attention of queries.
    const double queries =
        s.attentionShare * s.heads * s.headSize + s.stateShare * 2.0 * s.stateInner;
    const double keys = s.attentionShare * s.keyHeads * s.headSize;
    // Norm inputs and outputs; projections; the inner width before and after.
    const bool narrow = plan.precision != Precision::Bf16 && plan.precision != Precision::Fp16;
    // A matrix of 8 bits keeps its input as it reads it. Gates follow where the software says so, and only beside
    // such matrices (DeepSeek-V3, arXiv 2412.19437, section 3.3.3): a run in 16 bits keeps all in 16.
    const double input = narrow ? 1.0 : 2.0;
    const double gate = narrow && software.narrowActivations ? 1.0 : 2.0;
    double bytes = (4.0 * h + 2.0 * input * h) / split;
    // Attention's output is its projection's input: one copy, except in narrow formats.
    // Software that writes scores drops out too: its two masks are of that size.
    bytes += (2.0 * (queries + 2.0 * keys) + 2.0 * queries +
              (narrow || unfused ? input * queries : 0.0)) /
             t;
    double inner = s.feedForward * s.feedShare;
    if (s.expertLayers > 0.0) {
        const double routed = s.expertsPerToken * s.expertFeedForward;
        const double shared = s.sharedExperts * s.expertFeedForward;
        inner = (s.denseLayers * s.feedForward * s.feedShare + s.expertLayers * (routed + shared)) /
                s.layers;
        // Inputs and outputs of experts. Ranks that split experts hold the rows of all of them.
        bytes += 2.0 * input * s.expertsPerToken * s.expertHidden *
                 expertTensorRanks(plan, software) / t * s.expertLayers / s.layers;
    }
    // Selective recomputation in Megatron runs norms and products of gates again, with fused
    // attention: a little memory traffic for what they would keep.
    const bool light = plan.recompute == Recompute::Selective && !unfused && !(repeated > 0.0);
    if (light) {
        bytes -= 2.0 * input * h / split + input * inner / t;
        if (s.keyRank > 0.0) {
            // And heads made of latent vectors again, which alone are kept (DeepSeek-V3, arXiv
            // 2412.19437, section 3.2.3; "mla_up_proj" of Megatron-Core).
            bytes +=
                2.0 * (s.queryRank + s.keyRank + s.ropeSize) - 2.0 * (queries + 2.0 * keys) / t;
        }
    }
    bytes += (gate * s.gates + input) * inner / t;
    if (plan.recompute == Recompute::Selective) {
        bytes = 2.0 * h / split + (1.0 - repeated) * (bytes - 2.0 * h / split);
    }
    if (unfused && plan.recompute == Recompute::None) {
        bytes += 5.0 * s.heads * s.sequence / plan.context / t;
    }
    return bytes;
}

}  // namespace

TrainingMemory trainingMemory(const TrainingPlan& plan, const LanguageModelSpec& model,
                              const SoftwareStackSpec& software, double capacityBytes) {
    const ModelShape s = shapeOf(model, plan.sequence);
    const double expertTensor = expertTensorRanks(plan, software);
    const Held held = heldBy(plan, s, expertTensor);
    const double group = static_cast<double>(plan.copies()) * plan.context;
    const double split = plan.shardGroup > 0 ? std::min<double>(plan.shardGroup, group) : group;
    const double expertGroup = std::max(
        1.0, static_cast<double>(plan.accelerators) / plan.pipeline / (plan.expert * expertTensor));
    const auto over = [&](bool sharded, double bytes) {
        return bytes * (sharded ? held.dense / split + held.experts / std::min(split, expertGroup)
                                : held.dense + held.experts);
    };
    TrainingMemory m;
    const OptimiserBytes optimiser = optimiserBytes(plan.optimiser, software.optimiserBytes);
    const double gradientBytes =
        std::min(optimiser.wideGradients ? kGradientBytes : kNarrowGradientBytes,
                 gradientBytesOf(software, plan.precision));
    // Adapters are held next to the frozen weights; they alone have gradients and state.
    const double trained = trainedParameters(plan, model) / model.parameters;
    const double adapters = plan.adapterRank > 0 ? trained * kWeightBytes : 0.0;
    m.weights = over(plan.sharding >= Sharding::Zero3, heldWeightBytes(plan) + adapters);
    m.gradients = trained * over(plan.sharding >= Sharding::Zero2, gradientBytes);
    m.optimiser = trained * over(plan.sharding >= Sharding::Zero1, optimiser.state);
    if (plan.offload != Offload::None) {
        m.optimiser = 0.0;
    }
    if (plan.offload == Offload::Weights) {
        m.weights = m.gradients = 0.0;
    }

    const double tokens = plan.microBatch * s.sequence / plan.context;
    const double layers = s.layers / plan.pipeline;
    const double kept = keptPerToken(plan, s, software);
    // The first stage has as many micro-batches under way as there are stages (1F1B), a little
    // more where chunks interleave.
    const double interleaved =
        plan.interleave > 1
            ? 1.0 + (plan.pipeline - 1.0) / (static_cast<double>(plan.pipeline) * plan.interleave)
            : 1.0;
    const double underWay =
        std::min(plan.microBatches(), static_cast<double>(plan.pipeline) * interleaved);
    // Where embedding and logits stand for a layer each, the first stage has one layer less, and
    // the second keeps one micro-batch less.
    const double chunks = static_cast<double>(plan.pipeline) * plan.interleave;
    double keeping = layers;
    if (plan.pipeline > 1 && std::fmod(s.layers, chunks) != 0.0 &&
        std::fmod(s.layers + 2.0, chunks) == 0.0) {
        const double full = (s.layers + 2.0) / plan.pipeline;
        keeping = std::max(full - 1.0, full * (plan.pipeline - 1.0) / plan.pipeline);
    }
    m.activations = tokens * keeping * kept * underWay;
    if (plan.recompute == Recompute::Full) {
        TrainingPlan once = plan;
        once.recompute = Recompute::None;
        m.activations += tokens * keptPerToken(once, s, software);
    }
    // A program compiled as a whole (nothing is launched layer by layer) fuses the loss.
    const bool whole = !(software.layerLaunchS > 0.0);
    m.logits = tokens * s.vocabulary / plan.tensor * (whole ? kFusedLogitBytes : kLogitBytes);
    if (plan.pipeline > 1) {
        // They are on the last stage, which keeps one micro-batch; the first keeps all.
        const double first = m.activations;
        const double last = m.activations / underWay + m.logits;
        m.activations = std::max(first, last - m.logits);
        m.logits = std::max(0.0, last - first);
    }
    m.buffers = software.contextBytes;
    // Fully sharded: two layers gathered at once, with the gradients of one. Where chunks interleave
    // a chunk passes several micro-batches in a row and stays whole for them (Lamy-Poirier 2022,
    // arXiv 2211.05953).
    const double pieces = plan.interleave > 1 ? plan.interleave : std::max(layers, 1.0);
    const double piece = (held.dense + held.experts) / pieces;
    if (plan.sharding == Sharding::Zero3 || plan.offload == Offload::Weights) {
        m.buffers += 2.0 * heldWeightBytes(plan) * piece + trained * kNarrowGradientBytes * piece;
    } else if (plan.sharding == Sharding::Zero2 && plan.interleave > 1) {
        m.buffers += trained * gradientBytes * piece;
    }
    m.fragmentation = software.fragmentation * m.total();
    m.spareBytes = capacityBytes - m.total();
    return m;
}

}  // namespace headroom::models
