// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace headroom::engine {

/// Value of q at the face between n and n + s, for a flow towards n + s if positive: second-order upwind with van Leer's
/// limiter, so that it stays between its neighbours. Source: van Leer, J. Comput. Phys. 14 (1974).
inline float limitedValue(float flow, const float* q, std::size_t n, std::size_t s) {
    const bool forward = flow > 0.0F;
    const float from = forward ? q[n] : q[n + s];
    const float behind = from - (forward ? q[n - s] : q[n + 2 * s]);
    const float ahead = (forward ? q[n + s] : q[n]) - from;
    const float product = behind * ahead;
    return product > 0.0F ? from + product / (behind + ahead) : from;
}

/// The same for a quantity of cells, where `open` says which faces join two: behind a closed face nothing is known.
inline float limitedThrough(float flow, const float* q, const float* open, std::size_t n, std::size_t s) {
    const bool forward = flow > 0.0F;
    const float from = forward ? q[n] : q[n + s];
    const float behind = forward ? open[n - s] * (from - q[n - s]) : open[n + s] * (from - q[n + 2 * s]);
    const float ahead = open[n] * ((forward ? q[n + s] : q[n]) - from);
    const float product = behind * ahead;
    return product > 0.0F ? from + product / (behind + ahead) : from;
}

}  // namespace headroom::engine
