// SPDX-License-Identifier: Apache-2.0
#include "models/compute/kernel_law.h"

#include "models/core/stated.h"

#include <algorithm>
#include <cmath>

namespace headroom::models {

namespace {

constexpr double kTile = 128.0;
constexpr double kSmallTile = 16.0;
// Assumptions for what is not stated: medians of the accelerators that were measured.
constexpr double kMeasuredShare = 0.95;  // fitted share over the best single measurement
// Means of the fitted shares of chips of that sort: 86, 82, 81, 69, 70, 65 and 76 % of GPUs; 83,
// 93, 76 and 69 % of TPUs (runs, not kernels). Other chips: as GPUs.
constexpr double kSiblingsGpu = 0.75;
constexpr double kSiblingsTpu = 0.80;
// A best measurement tells half: the rest is drawn to the siblings, since one shape that suits a
// chip says little of the shapes of a model.
constexpr double kOwnWeight = 0.5;
constexpr double kDepth = 100.0;
constexpr double kTail = 0.20;
constexpr double kMemoryShare = 0.80;
constexpr double kCastShare = 0.33;
constexpr double kLatencyS = 3e-6;
constexpr double kAttentionShare = 0.45;

double shareOf(AcceleratorKind kind, double stated, double measured, double peak) {
    if (!std::isnan(stated)) {
        return stated;
    }
    if (kind == AcceleratorKind::Tpu) {
        return kSiblingsTpu;
    }
    if (!(measured > 0.0) || !(peak > 0.0)) {
        return kSiblingsGpu;
    }
    const double own = measured / peak;
    return std::min(own, kOwnWeight * kMeasuredShare * own + (1.0 - kOwnWeight) * kSiblingsGpu);
}

double wholeTiles(double size) {
    return size > kTile ? std::ceil(size / kTile) * kTile
                        : std::ceil(size / kSmallTile) * kSmallTile;
}

}  // namespace

double MatrixLaw::arithmeticS(double m, double n, double k, double g) const {
    const double mTiles = wholeTiles(m);
    const double nTiles = wholeTiles(n);
    double rounds = 1.0;
    if (processors > 0.0) {
        const double u = g * std::ceil(m / kTile) * std::ceil(n / kTile) / processors;
        rounds = u >= 1.0 ? 1.0 + tail * (std::ceil(u) - u) / u : std::pow(u, -tail);
    }
    return 2.0 * g * mTiles * nTiles * (k + depth) / flopsPerS * rounds;
}

double MatrixLaw::seconds(double m, double n, double k, double g, double outputBytes) const {
    if (!(m > 0.0) || !(n > 0.0) || !(k > 0.0) || !(g > 0.0)) {
        return 0.0;
    }
    const double computeS = arithmeticS(m, n, k, g);
    const double bytes = g * (inputBytes * k * (m + n) + outputBytes * m * n);
    const double memoryS = bytes / memoryBytesPerS;
    return latencyS + std::cbrt(computeS * computeS * computeS + memoryS * memoryS * memoryS);
}

MatrixLaw matrixLaw(const AcceleratorSpec& a, MatrixFormat format) {
    MatrixLaw law;
    double share = shareOf(a.kind, a.matrixShareBf16, a.measuredBf16FlopsPerS, a.bf16FlopsPerS);
    double peak = a.bf16FlopsPerS;
    double depth = a.matrixDepthBf16;
    double tail = a.matrixTailBf16;
    const double share8 =
        std::isnan(a.matrixShareFp8) && std::isnan(a.measuredFp8FlopsPerS)
            ? share
            : shareOf(a.kind, a.matrixShareFp8, a.measuredFp8FlopsPerS, a.fp8FlopsPerS);
    if (format == MatrixFormat::Int8 && a.int8OpsPerS > 0.0) {
        peak = a.int8OpsPerS;
        law.inputBytes = 1.0;
    } else if (format == MatrixFormat::Fp4 && a.fp4FlopsPerS > 0.0) {
        share = statedOr(a.matrixShareFp4, 0.75 * share8);
        peak = a.fp4FlopsPerS;
        depth = a.matrixDepthFp4;
        tail = a.matrixTailFp4;
        law.inputBytes = 0.5625;  // 4 bits and an 8-bit scale for each 16
    } else if (format != MatrixFormat::Bf16 && a.fp8FlopsPerS > 0.0) {
        share = share8;
        peak = a.fp8FlopsPerS;
        depth = a.matrixDepthFp8;
        tail = a.matrixTailFp8;
        law.inputBytes = 1.0;
    }
    law.flopsPerS = peak * share;
    law.depth = statedOr(depth, kDepth);
    law.tail = statedOr(tail, kTail);
    law.processors = a.processors;
    law.latencyS = statedOr(a.kernelLatencyS, kLatencyS);
    law.memoryBytesPerS = vectorBytesPerS(a);
    return law;
}

double vectorBytesPerS(const AcceleratorSpec& a) {
    return a.memoryBytesPerS * statedOr(a.memoryShare, kMemoryShare);
}

double castBytesPerS(const AcceleratorSpec& a) {
    return a.memoryBytesPerS * statedOr(a.castShare, kCastShare);
}

double attentionFlopsPerS(const AcceleratorSpec& a, bool portable) {
    const double native = statedOr(a.attentionShare, kAttentionShare);
    return a.bf16FlopsPerS * (portable ? statedOr(a.portableAttentionShare, native) : native);
}

double launchShare(const AcceleratorSpec& a) {
    return statedOr(a.launchShare, 1.0);
}

double sustainedShare(const AcceleratorSpec& a) {
    return statedOr(a.sustainedShare, 1.0);
}

}  // namespace headroom::models
