// SPDX-License-Identifier: Apache-2.0
#include "models/workload/training_work.h"

#include "models/workload/number_bytes.h"
#include "models/workload/state_space.h"

#include <algorithm>

namespace headroom::models {

namespace {

constexpr int kTunedYears = 2;
constexpr double kGradientResultBytes = 6.0;  // 32-bit sums: read and written, less what stays
// 2.5 times the FLOP at five sixths of the rate (Dao 2023; Shah et al. 2024).
constexpr double kBackwardAttention = 3.0;
constexpr double kBackwardVectors = 2.0;
constexpr double kScoreBytesForward = 13.0;
constexpr double kScoreBytesBackward = 19.0;
// Part of the forward pass: norms and products of gates, without residuals and rotations.
constexpr double kAgainVectors = 0.5;
constexpr double kLogitTrafficBytes = 12.0;
constexpr double kCastBytes = 4.0;
constexpr double kWideBits = 16.0;
constexpr double kPassesOverWeights = 2.0;  // forward and backward
// Bias, split, two clamps, sigmoid and three products in kernels of their own, over one fused
// kernel (published code of gpt-oss), by counting what each reads and writes.
constexpr double kPlainMoves = 5.0;
// Fused attention by size of head: d / (d + 64) over that of 128. Shah et al. 2024, figures 5 and
// 6: 64 reaches 0.68 to 0.75 of the rate of 128, 256 reaches 1.1 to 1.2. Portable kernels reach a
// third of that, regardless of the size.
constexpr double kHeadHalf = 64.0;
constexpr double kHeadUsual = 128.0;

double headShare(double size) {
    return size / (size + kHeadHalf) * (kHeadUsual + kHeadHalf) / kHeadUsual;
}

MatrixFormat formatOf(Precision precision) {
    switch (precision) {
        case Precision::Bf16:
        case Precision::Fp16:
            return MatrixFormat::Bf16;
        case Precision::Fp4:
            return MatrixFormat::Fp4;
        case Precision::Int8:
            return MatrixFormat::Int8;
        default:
            return MatrixFormat::Fp8;
    }
}

}  // namespace

bool multiplies(const AcceleratorSpec& accelerator, Precision precision) {
    switch (formatOf(precision)) {
        case MatrixFormat::Bf16:
            return true;
        case MatrixFormat::Fp4:
            return accelerator.fp4FlopsPerS > 0.0;
        case MatrixFormat::Int8:
            return accelerator.int8OpsPerS > 0.0;
        case MatrixFormat::Fp8:
            return accelerator.fp8FlopsPerS > 0.0;
    }
    return false;
}

namespace {

class Worker {
  public:
    explicit Worker(const WorkInput& input)
        : in_(input),
          s_(*input.shape),
          plan_(*input.plan),
          soft_(*input.software),
          t_(input.plan->tensor),
          tokens_(input.plan->microBatch * input.shape->sequence / input.plan->context) {
        clock_ = input.clock * sustainedShare(*input.accelerator);
        wide_ = scaled(matrixLaw(*input.accelerator, MatrixFormat::Bf16));
        layer_ = scaled(matrixLaw(*input.accelerator, formatOf(plan_.precision)));
        vectorRate_ = vectorBytesPerS(*input.accelerator);
        castRate_ = castBytesPerS(*input.accelerator);
        attentionRate_ =
            attentionFlopsPerS(*input.accelerator, soft_.attention == AttentionKernel::Portable) *
            soft_.attentionShare * clock_;
        castPasses_ =
            soft_.castPasses * (plan_.precision == Precision::Fp8Row ? soft_.rowCastPasses : 1.0);
        frozen_ = plan_.adapterRank > 0;
        converts_ = plan_.precision != Precision::Bf16 && plan_.precision != Precision::Fp16;
    }

    MicroBatchWork work() {
        MicroBatchWork w;
        w.tokens = tokens_;
        LayerWork shared;
        attention(shared);
        vectors(shared);
        projections(shared);
        shared = share(shared, s_.attentionShare);
        if (s_.stateShare > 0.0) {
            LayerWork state;
            stateSpace(state);
            add(shared, share(state, s_.stateShare));
        }
        w.dense = w.expert = shared;
        if (s_.denseLayers > 0.0) {
            LayerWork feed;
            feedForward(feed, tokens_, s_.hidden, s_.feedForward / t_, 1.0);
            add(w.dense, share(feed, s_.feedShare));
            repeat(w.dense);
        }
        if (s_.expertLayers > 0.0) {
            experts(w.expert);
            w.sortedTokens = tokens_ / t_ * s_.expertsPerToken;
            repeat(w.expert);
        }
        head(w.head);
        if (converts_) {
            w.castS = kCastBytes * castPasses_ * (s_.attentionParameters + s_.denseParameters) /
                      t_ / castRate_;
        }
        return w;
    }

  private:
    MatrixLaw scaled(MatrixLaw law) const {
        law.flopsPerS *= soft_.matrixShare * clock_;
        if (in_.accelerator->year > 0 && soft_.year - in_.accelerator->year < kTunedYears) {
            law.flopsPerS *= soft_.youngShare;
        }
        return law;
    }

    static LayerWork share(const LayerWork& w, double part) {
        return {w.forward.times(part), w.backward.times(part), w.again.times(part)};
    }

    static void add(LayerWork& to, const LayerWork& w) {
        to.forward += w.forward;
        to.backward += w.backward;
        to.again += w.again;
    }

    /// Into queries, keys and values, and out again.
    void projections(LayerWork& w) {
        const double d = s_.headSize;
        const double out = s_.heads * s_.valueSize / t_;
        if (s_.keyRank > 0.0) {
            const double query = s_.heads * d / t_;
            const double from = s_.queryRank > 0.0 ? s_.queryRank : s_.hidden;
            upS_ = s_.attentionShare * layer_.seconds(tokens_, query, from);
            if (s_.queryRank > 0.0) {
                linear(w, tokens_, s_.hidden, s_.queryRank, 1.0);  // every tensor rank the same
                linear(w, tokens_, s_.queryRank, query, 1.0);
            } else {
                linear(w, tokens_, s_.hidden, query, 1.0);
            }
            linear(w, tokens_, s_.hidden, s_.keyRank + s_.ropeSize, 1.0);
            const double up = s_.heads * (d - s_.ropeSize + s_.valueSize) / t_;
            linear(w, tokens_, s_.keyRank, up, 1.0);
            upS_ += s_.attentionShare * layer_.seconds(tokens_, up, s_.keyRank);
            // Keys are put together of both parts, and the latent vectors are normalised.
            moved(w, tokens_ * (2.0 * query + 2.0 * (s_.queryRank + s_.keyRank)),
                  soft_.vectorPasses);
        } else {
            linear(w, tokens_, s_.hidden, (s_.heads + 2.0 * s_.keyHeads) * d / t_, 1.0);
        }
        linear(w, tokens_, out, s_.hidden, 1.0);
    }

    /// A Mamba-2 layer: one matrix in, one out, and the scan between (state_space.h).
    void stateSpace(LayerWork& w) {
        const double inner = s_.stateInner / t_;
        const double groups = 2.0 * s_.stateGroups * s_.stateSize / t_;
        linear(w, tokens_, s_.hidden, 2.0 * inner + groups, 1.0);
        linear(w, tokens_, inner, s_.hidden, 1.0);
        const double rate = kStateRate * clock_ * attentionFlopsPerS(*in_.accelerator, true);
        const double s = tokens_ * inner * stateScanFlops(s_.stateSize) / rate;
        w.forward.attention += s;
        w.backward.attention += kBackwardAttention * s;
        const double split = plan_.sequenceParallel ? t_ : 1.0;
        moved(w, tokens_ * (5.0 * s_.hidden / split + kStateMoves * inner + 4.0 * groups),
              soft_.vectorPasses);
    }

    /// A matrix of k by n on m tokens, g of them side by side: forward, and both gradients.
    void linear(LayerWork& w, double m, double k, double n, double g) {
        w.forward.matrix += layer_.seconds(m, n, k, g);
        w.backward.matrix += layer_.seconds(m, k, n, g);
        if (!frozen_) {
            w.backward.matrix += layer_.seconds(k, n, m, g, kGradientResultBytes);
        } else if (plan_.frozenBits < kWideBits) {
            // Narrow weights are widened for each pass: read, and written in 16 bits.
            const double s = g * k * n * (heldWeightBytes(plan_) + kWeightBytes) / vectorRate_;
            w.forward.vector += s;
            w.backward.vector += s;
        }
        if (converts_) {
            const double each = kCastBytes * castPasses_ * g * m / castRate_;
            w.forward.vector += each * k;
            w.backward.vector += each * n;
        }
    }

    void moved(LayerWork& w, double elements, double passes) {
        const double s = kActivationBytes * elements * passes / vectorRate_;
        w.forward.vector += s;
        w.backward.vector += kBackwardVectors * s;
    }

    /// From and to `width`, g of them side by side.
    void feedForward(LayerWork& w, double m, double width, double inner, double g) {
        linear(w, m, width, s_.gates * inner, g);
        linear(w, m, inner, width, g);
        moved(w, m * g * (s_.gates + 1.0) * inner * (s_.plainActivation ? kPlainMoves : 1.0),
              soft_.vectorPasses);
    }

    void experts(LayerWork& w) {
        const double local = std::max(1.0, s_.experts / plan_.expert);
        // As many arrive, evenly; ranks that split experts gather the rows of each other.
        const double split = expertTensorRanks(plan_, soft_);
        const double sent = tokens_ / t_ * s_.expertsPerToken;
        feedForward(w, split * sent / local, s_.expertHidden, s_.expertFeedForward / split, local);
        if (s_.sharedExperts > 0.0) {
            feedForward(w, tokens_, s_.hidden, s_.sharedExperts * s_.expertFeedForward / t_, 1.0);
        }
        if (s_.expertHidden != s_.hidden) {
            linear(w, tokens_ / t_, s_.hidden, s_.expertHidden, 1.0);
            linear(w, tokens_ / t_, s_.expertHidden, s_.hidden, 1.0);
        }
        // Sorted by expert and back: each copy of a token read and written twice.
        moved(w, 4.0 * sent * s_.expertHidden, soft_.expertPasses);
        // Router: narrow, in 16 bits.
        const double m = tokens_ / t_;
        w.forward.matrix += wide_.seconds(m, s_.experts, s_.hidden);
        w.backward.matrix += wide_.seconds(m, s_.hidden, s_.experts) +
                             wide_.seconds(s_.hidden, s_.experts, m, 1.0, kGradientResultBytes);
    }

    void attention(LayerWork& w) {
        const double width = s_.heads * 0.5 * (s_.headSize + s_.valueSize) / t_;
        const double flops = 4.0 * tokens_ * s_.attended * width;
        if (soft_.attention != AttentionKernel::Unfused) {
            const double uneven = soft_.contextBalanced ? 1.0 : 2.0 - 1.0 / plan_.context;
            const double head = 0.5 * (s_.headSize + s_.valueSize);
            const bool made = soft_.attention == AttentionKernel::Fused;
            const double s =
                0.5 * flops * uneven / (attentionRate_ * (made ? headShare(head) : 1.0));
            // Without balance the last of c context ranks attends to all of what is before it: 2 -
            // 1/c of the mean.
            w.forward.attention = s;
            w.backward.attention = kBackwardAttention * s;
            return;
        }
        const double batches = plan_.microBatch * s_.heads / t_;
        const double length = s_.sequence / plan_.context;
        const double products = wide_.seconds(length, s_.sequence, s_.headSize, batches) +
                                wide_.seconds(length, s_.headSize, s_.sequence, batches);
        const double scores = batches * length * s_.sequence / vectorRate_;
        w.forward.attention = products + kScoreBytesForward * scores;
        w.backward.attention = 2.0 * products + kScoreBytesBackward * scores;
    }

    void vectors(LayerWork& w) {
        const double split = plan_.sequenceParallel ? t_ : 1.0;
        const double d = s_.headSize;
        moved(w, tokens_ * (10.0 * s_.hidden / split + 2.0 * (s_.heads + s_.keyHeads) * d / t_),
              soft_.vectorPasses);
    }

    void repeat(LayerWork& w) {
        if (plan_.recompute == Recompute::Full) {
            w.again = w.forward;
        } else if (plan_.recompute == Recompute::Selective) {
            w.again.matrix = soft_.selectiveShare * w.forward.matrix;
            if (soft_.attention != AttentionKernel::Unfused && !(soft_.selectiveShare > 0.0)) {
                w.again.vector = kAgainVectors * w.forward.vector;
                w.again.matrix += upS_;  // heads of latent attention: training_memory.cpp
            }
            if (soft_.attention == AttentionKernel::Unfused) {  // fused kernels always do
                w.again.attention = w.forward.attention;
            }
        }
    }

    void head(LayerWork& w) {
        const double n = s_.vocabulary / t_;
        w.forward.matrix = wide_.seconds(tokens_, n, s_.hidden);
        w.backward.matrix =
            wide_.seconds(tokens_, s_.hidden, n) +
            (frozen_ ? 0.0 : wide_.seconds(s_.hidden, n, tokens_, 1.0, kGradientResultBytes));
        const double bytes = kLogitTrafficBytes * soft_.vectorPasses * tokens_ * n;
        w.forward.vector = w.backward.vector = bytes / vectorRate_;
    }

    const WorkInput& in_;
    const ModelShape& s_;
    const TrainingPlan& plan_;
    const SoftwareStackSpec& soft_;
    double t_;
    double tokens_;
    MatrixLaw wide_, layer_;
    double vectorRate_ = 0.0, castRate_ = 0.0, attentionRate_ = 0.0;
    double castPasses_ = 1.0;
    double clock_ = 1.0;
    double upS_ = 0.0;  ///< of one layer: heads out of latent vectors
    bool converts_ = false;
    bool frozen_ = false;  ///< no gradients of weights
};

}  // namespace

MicroBatchWork microBatchWork(const WorkInput& input) {
    return Worker(input).work();
}

double optimiserS(const AcceleratorSpec& accelerator, const SoftwareStackSpec& software,
                  const TrainingPlan& plan, double parameters) {
    const OptimiserBytes bytes = optimiserBytes(plan.optimiser, software.optimiserBytes);
    if (plan.offload == Offload::None) {
        return bytes.traffic() * parameters / vectorBytesPerS(accelerator);
    }
    const double movedS = 2.0 * kWeightBytes * parameters / software.offloadBytesPerS;
    const double updatedS = bytes.traffic() * parameters / software.hostUpdateBytesPerS;
    const double drivesS = plan.offload == Offload::OptimiserNvme
                               ? 2.0 * bytes.state * parameters / software.driveBytesPerS
                               : 0.0;
    return movedS + updatedS + drivesS;
}

double fetchS(const SoftwareStackSpec& software, const TrainingPlan& plan, double parameters) {
    return plan.offload == Offload::Weights
               ? plan.microBatches() * kPassesOverWeights * heldWeightBytes(plan) * parameters /
                     software.offloadBytesPerS
               : 0.0;
}

}  // namespace headroom::models
