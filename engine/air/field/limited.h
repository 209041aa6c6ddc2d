// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace headroom::engine {

/// Value at the face between two cells, from the two cells on either side. A positive flow goes towards `high`. The
/// scheme is second-order upwind with van Leer's limiter: the value stays between its neighbours. Shares weight the slopes.
/// It has no branches, so compilers compute several faces at once.
/// Source: van Leer, J. Comput. Phys. 14 (1974).
struct LimitedCells {
    float lower, low, high, higher;
};

struct LimitedShares {
    float below = 1.0F, between = 1.0F, above = 1.0F;
};

inline float limitedFace(float flow, const LimitedCells& q, const LimitedShares& share) {
    const bool forward = flow > 0.0F;
    const float from = forward ? q.low : q.high;
    const float behind =
        (forward ? share.below : share.above) * (from - (forward ? q.lower : q.higher));
    const float ahead = share.between * ((forward ? q.high : q.low) - from);
    const float product = behind * ahead;
    const float limited = from + product / (behind + ahead);
    return product > 0.0F ? limited : from;
}

/// The value of q at the face between n and n + s. Cells before the start of q are those of its margin.
inline float limitedValue(float flow, const float* q, std::size_t n, std::size_t s) {
    const float* at = q + static_cast<std::ptrdiff_t>(n);
    const auto next = static_cast<std::ptrdiff_t>(s);
    return limitedFace(flow, {at[-next], at[0], at[next], at[2 * next]}, {});
}

/// The same for a quantity of cells, where `open` says which faces join two: behind a closed face nothing is known.
inline float limitedThrough(float flow, const float* q, const float* open, std::size_t n,
                            std::size_t s) {
    const float* at = q + static_cast<std::ptrdiff_t>(n);
    const float* openAt = open + static_cast<std::ptrdiff_t>(n);
    const auto next = static_cast<std::ptrdiff_t>(s);
    return limitedFace(flow, {at[-next], at[0], at[next], at[2 * next]},
                       {openAt[-next], openAt[0], openAt[next]});
}

}  // namespace headroom::engine
