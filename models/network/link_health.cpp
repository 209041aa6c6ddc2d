// SPDX-License-Identifier: Apache-2.0
#include "models/network/link_health.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace headroom::models {

namespace {

constexpr int kBlockSymbols = 544, kDataSymbols = 514, kCorrectable = 15;
constexpr double kSymbolBits = 10.0;

double symbolErrors(double bitErrorRate) {
    return -std::expm1(kSymbolBits * std::log1p(-std::clamp(bitErrorRate, 0.0, 0.5)));
}

double pam4Errors(double q) {
    return 0.375 * std::erfc(q / std::numbers::sqrt2);
}

}  // namespace

double uncorrectableBlocks(double bitErrorRate) {
    const double p = symbolErrors(bitErrorRate);
    if (p <= 0.0) {
        return 0.0;
    }
    if (kBlockSymbols * p > kCorrectable + 1.0) {
        // Most blocks fail: what is left are those with few errors.
        double few = std::exp(kBlockSymbols * std::log1p(-p));
        double correctable = 0.0;
        for (int i = 0; i <= kCorrectable; ++i) {
            correctable += few;
            few *= (kBlockSymbols - i) / (i + 1.0) * p / (1.0 - p);
        }
        return std::clamp(1.0 - correctable, 0.0, 1.0);
    }
    // From the first term on, each by its ratio to the one before: exact far below rounding of 1.
    double term =
        std::exp(std::lgamma(kBlockSymbols + 1.0) - std::lgamma(kCorrectable + 2.0) -
                 std::lgamma(kBlockSymbols - kCorrectable) + (kCorrectable + 1.0) * std::log(p) +
                 (kBlockSymbols - kCorrectable - 1.0) * std::log1p(-p));
    double sum = 0.0;
    for (int i = kCorrectable + 1; i <= kBlockSymbols; ++i) {
        sum += term;
        term *= (kBlockSymbols - i) / (i + 1.0) * p / (1.0 - p);
    }
    return std::min(sum, 1.0);
}

double frameLoss(double bitErrorRate, double frameBytes) {
    const double block = uncorrectableBlocks(bitErrorRate);
    const double blocks = 2.0 * (1.0 + 8.0 * frameBytes / (2.0 * kDataSymbols * kSymbolBits));
    return block >= 1.0 ? 1.0 : -std::expm1(blocks * std::log1p(-block));
}

double repeatShare(double frameLoss, double bytesPerS, double roundTripS, double frameBytes,
                   bool selective) {
    const double q = std::clamp(frameLoss, 0.0, 1.0);
    if (selective) {
        return 1.0 - q;
    }
    const double window = std::max(1.0, bytesPerS * roundTripS / frameBytes);
    return (1.0 - q) / (1.0 - q + q * window);
}

double agedBitErrorRate(double bitErrorRate, double lossDb) {
    const double target = std::clamp(bitErrorRate, 1e-30, 0.374);
    double low = 0.0, high = 12.0;  // erfc(12 / sqrt 2) is 4e-33
    for (int i = 0; i < 60; ++i) {
        const double mid = 0.5 * (low + high);
        (pam4Errors(mid) > target ? low : high) = mid;
    }
    return pam4Errors(high * std::pow(10.0, -lossDb / 10.0));
}

}  // namespace headroom::models
