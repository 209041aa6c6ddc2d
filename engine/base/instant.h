// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <limits>

namespace headroom::engine {

/// Latest time [s] of the instant that begins at `timeS`: events up to there happen together,
/// before anybody acts on one of them. A few roundings of a time, and no more.
inline double instantEndS(double timeS) {
    constexpr double kRoundings = 4.0;
    return timeS + kRoundings * std::numeric_limits<double>::epsilon() * std::abs(timeS);
}

}  // namespace headroom::engine
