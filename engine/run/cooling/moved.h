// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

namespace headroom::engine {

/// How far temperatures of circuits of a kind, or of halls, moved in a sub-step [K]; each by its fastest one.
struct Moved {
    /// One of many may move by a given number of times as much as they may together: of a hundred one always warms up or cools
    /// down, and nothing else needs to be looked at more often for it. From kFew on it counts for less, so that where a
    /// plant has a few nothing is less exact. Assumption: the energy of a day changes by less than 0.005 % by it in
    /// every scenario that ships but for `million`, that of its first hours by 0.03 %.
    static constexpr double kOneOfMany = 2.0;
    static constexpr int kFew = 8;

    double mostK = 0.0, sumK = 0.0;
    int count = 0;

    void add(double movedK) {
        mostK = std::max(mostK, movedK);
        sumK += movedK;
        ++count;
    }

    /// Error measure for the next sub-step. With few values, the largest change.
    double commonK() const {
        const double part = std::clamp(static_cast<double>(count) / kFew, 1.0, kOneOfMany);
        return count > 0 ? std::max(mostK / part, sumK / count) : 0.0;
    }
};

/// How far temperatures moved in a sub-step, which decides over the length of the next one [K].
struct SubStepMove {
    double fastestK = 0.0;  ///< how far any temperature moved
    double commonK = 0.0;   ///< the same, of what is next to its like (Moved)
    double bendK =
        0.0;  ///< how far any was from where it was going; of racks without flow and of tanks, from where it was

    /// A temperature that has no like.
    void add(double movedK) {
        fastestK = std::max(fastestK, movedK);
        commonK = std::max(commonK, movedK);
        bendK = std::max(bendK, movedK);
    }
};

}  // namespace headroom::engine
