// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/floor/layout.h"

#include <span>
#include <string>
#include <vector>

/// Differences between two floors, rack by rack.
namespace headroom::engine {

/// For each rack of `base` the one of `other` with the same place in a block of the same id; -1 if it has
/// none.
std::vector<int> sameRacks(const Layout& base, const Layout& other);

struct FloorDifference {
    std::vector<float> values;  ///< by rack of the baseline: the other less it; NaN where either is
    float most = 0.0F;          ///< largest of them, without sign: ends of a symmetrical scale
    int compared = 0;           ///< racks with a value
};

/// `same`: sameRacks(). Values are by rack of each floor, in SI; what is missing counts as NaN.
FloorDifference floorDifference(std::span<const int> same, std::span<const float> base,
                                std::span<const float> other);

}  // namespace headroom::engine
