// SPDX-License-Identifier: Apache-2.0
#include "models/workload/training_work.h"

#include <algorithm>

namespace headroom::models {

namespace {

constexpr int kTunedYears = 2;
constexpr double kActivationBytes = 2.0;
constexpr double kGradientResultBytes = 6.0;  // 32-bit sums: read and written, less what stays
// 2.5 times the FLOP at five sixths of the rate (Dao 2023; Shah et al. 2024).
constexpr double kBackwardAttention = 3.0;
constexpr double kBackwardVectors = 2.0;
constexpr double kScoreBytesForward = 13.0;
constexpr double kScoreBytesBackward = 19.0;
// Of the forward pass: norms and products of gates, without residuals and rotations.
constexpr double kAgainVectors = 0.5;
constexpr double kLogitBytes = 12.0;
constexpr double kCastBytes = 4.0;
constexpr double kAdamBytes = 30.0;

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
        converts_ = plan_.precision != Precision::Bf16 && plan_.precision != Precision::Fp16;
    }

    MicroBatchWork work() {
        MicroBatchWork w;
        w.tokens = tokens_;
        LayerWork shared;
        attention(shared);
        vectors(shared);
        const double d = s_.headSize;
        linear(shared, tokens_, s_.hidden, (s_.heads + 2.0 * s_.keyHeads) * d / t_, 1.0);
        linear(shared, tokens_, s_.heads * d / t_, s_.hidden, 1.0);
        w.dense = w.expert = shared;
        if (s_.denseLayers > 0.0) {
            feedForward(w.dense, tokens_, s_.feedForward / t_, 1.0);
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

    /// A matrix of k by n on m tokens, g of them side by side: forward, and both gradients.
    void linear(LayerWork& w, double m, double k, double n, double g) {
        w.forward.matrix += layer_.seconds(m, n, k, g);
        w.backward.matrix +=
            layer_.seconds(m, k, n, g) + layer_.seconds(k, n, m, g, kGradientResultBytes);
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

    void feedForward(LayerWork& w, double m, double inner, double g) {
        linear(w, m, s_.hidden, s_.gates * inner, g);
        linear(w, m, inner, s_.hidden, g);
        moved(w, m * g * (s_.gates + 1.0) * inner, soft_.vectorPasses);
    }

    void experts(LayerWork& w) {
        const double local = std::max(1.0, s_.experts / plan_.expert);
        const double sent = tokens_ / t_ * s_.expertsPerToken;  // as many arrive, evenly
        feedForward(w, sent / local, s_.expertFeedForward, local);
        if (s_.sharedExperts > 0.0) {
            feedForward(w, tokens_, s_.sharedExperts * s_.expertFeedForward / t_, 1.0);
        }
        // Sorted by expert and back: each copy of a token read and written twice.
        moved(w, 4.0 * sent * s_.hidden, soft_.expertPasses);
        // Router: narrow, in 16 bits.
        const double m = tokens_ / t_;
        w.forward.matrix += wide_.seconds(m, s_.experts, s_.hidden);
        w.backward.matrix += wide_.seconds(m, s_.hidden, s_.experts) +
                             wide_.seconds(s_.hidden, s_.experts, m, 1.0, kGradientResultBytes);
    }

    void attention(LayerWork& w) {
        const double width = s_.heads * s_.headSize / t_;
        const double flops = 4.0 * tokens_ * s_.attended * width;
        if (soft_.attention != AttentionKernel::Unfused) {
            const double uneven = soft_.contextBalanced ? 1.0 : 2.0 - 1.0 / plan_.context;
            const double s = 0.5 * flops * uneven / attentionRate_;
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
            }
            if (soft_.attention == AttentionKernel::Unfused) {  // fused kernels always do
                w.again.attention = w.forward.attention;
            }
        }
    }

    void head(LayerWork& w) {
        const double n = s_.vocabulary / t_;
        w.forward.matrix = wide_.seconds(tokens_, n, s_.hidden);
        w.backward.matrix = wide_.seconds(tokens_, s_.hidden, n) +
                            wide_.seconds(s_.hidden, n, tokens_, 1.0, kGradientResultBytes);
        const double bytes = kLogitBytes * soft_.vectorPasses * tokens_ * n;
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
    bool converts_ = false;
};

}  // namespace

MicroBatchWork microBatchWork(const WorkInput& input) {
    return Worker(input).work();
}

double optimiserS(const AcceleratorSpec& accelerator, double parameters) {
    return kAdamBytes * parameters / vectorBytesPerS(accelerator);
}

}  // namespace headroom::models
