// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

namespace headroom::engine {

/// A sum of many numbers of any size that keeps what rounding took from it: the total is that of
/// the exact sum, rounded once, in any order. Error: of the order of n eps^2
/// relative to the sum of the magnitudes, eps = 2^-53 (A. Neumaier, Z. Angew. Math. Mech. 54
/// (1974) 39-51).
struct ExactSum {
    double high = 0.0;
    double low = 0.0;  ///< what `high` lacks

    void add(double x) {
        const double sum = high + x;
        low += std::fabs(high) >= std::fabs(x) ? (high - sum) + x : (x - sum) + high;
        high = sum;
    }

    void add(const ExactSum& other) {
        add(other.high);
        low += other.low;
    }

    double value() const { return high + low; }
};

}  // namespace headroom::engine
