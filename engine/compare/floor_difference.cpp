// SPDX-License-Identifier: Apache-2.0
#include "engine/compare/floor_difference.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <tuple>

namespace headroom::engine {

std::vector<int> sameRacks(const Layout& base, const Layout& other) {
    using Place = std::tuple<std::string, int, int>;
    const auto placeOf = [](const Layout& layout, const RackBox& rack) {
        return Place{layout.blocks[static_cast<std::size_t>(rack.block)], rack.row, rack.column};
    };
    std::map<Place, int> places;
    for (std::size_t i = 0; i < other.racks.size(); ++i) {
        places.emplace(placeOf(other, other.racks[i]), static_cast<int>(i));
    }
    std::vector<int> same;
    same.reserve(base.racks.size());
    for (const RackBox& rack : base.racks) {
        const auto found = places.find(placeOf(base, rack));
        same.push_back(found == places.end() ? -1 : found->second);
    }
    return same;
}

FloorDifference floorDifference(std::span<const int> same, std::span<const float> base,
                                std::span<const float> other) {
    constexpr float kNone = std::numeric_limits<float>::quiet_NaN();
    FloorDifference difference;
    difference.values.assign(same.size(), kNone);
    for (std::size_t i = 0; i < same.size() && i < base.size(); ++i) {
        const auto j = static_cast<std::size_t>(same[i]);
        if (same[i] < 0 || j >= other.size()) {
            continue;
        }
        const float value = other[j] - base[i];
        if (std::isfinite(value)) {
            difference.values[i] = value;
            difference.most = std::max(difference.most, std::abs(value));
            ++difference.compared;
        }
    }
    return difference;
}

}  // namespace headroom::engine
