// SPDX-License-Identifier: Apache-2.0
#include "engine/drawings/door_spans.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace headroom::engine {

namespace {

constexpr double kReachM = 1.5;
constexpr double kDeepM = 0.2;

struct Side {
    PlanPoint from, along;  ///< `along` has length 1
    double length = 0.0;
    bool isInnerLeft = true;

    double placeOf(PlanPoint p) const {
        return (p.x - from.x) * along.x + (p.y - from.y) * along.y;
    }

    double heightOf(PlanPoint p) const {
        return std::abs((p.x - from.x) * along.y - (p.y - from.y) * along.x);
    }

    double distance(PlanPoint p) const {
        const double at = std::clamp(placeOf(p), 0.0, length);
        return distanceOf(p, {from.x + at * along.x, from.y + at * along.y});
    }
};

/// The side nearest to a point; nothing beyond the reach.
std::optional<Side> nearestSide(const std::vector<std::vector<PlanPoint>>& outlines, PlanPoint p) {
    std::optional<Side> best;
    double least = kReachM;
    for (const auto& outline : outlines) {
        const bool isInnerLeft = areaOf(outline) > 0.0;
        for (std::size_t i = 0; i < outline.size(); ++i) {
            const PlanPoint a = outline[i], b = outline[(i + 1) % outline.size()];
            const double length = distanceOf(a, b);
            if (length <= 0.0) {
                continue;
            }
            const Side side{a, {(b.x - a.x) / length, (b.y - a.y) / length}, length, isInnerLeft};
            if (side.distance(p) < least) {
                least = side.distance(p);
                best = side;
            }
        }
    }
    return best;
}

}  // namespace

std::optional<PlanBox> doorSpan(const DrawnDoor& door,
                                const std::vector<std::vector<PlanPoint>>& outlines) {
    const PlanPoint at = door.swings.empty() ? door.box.middle() : door.swings.front().hinge;
    const auto side = nearestSide(outlines, at);
    if (!side) {
        return std::nullopt;
    }
    double low = std::numeric_limits<double>::max(), high = -low;
    const auto extend = [&](PlanPoint p) {
        low = std::min(low, side->placeOf(p));
        high = std::max(high, side->placeOf(p));
    };
    for (const DoorSwing& swing : door.swings) {
        extend(swing.hinge);
        extend(side->heightOf(swing.first) < side->heightOf(swing.last) ? swing.first : swing.last);
    }
    if (door.swings.empty()) {
        extend({door.box.west, door.box.south});
        extend({door.box.east, door.box.north});
    }
    low = std::max(low, 0.0);
    high = std::min(high, side->length);
    if (high - low < kDeepM) {
        return std::nullopt;
    }
    const double turn = side->isInnerLeft ? 1.0 : -1.0;
    const PlanPoint inward{-side->along.y * turn * kDeepM, side->along.x * turn * kDeepM};
    const PlanPoint a{side->from.x + low * side->along.x, side->from.y + low * side->along.y};
    const PlanPoint b{side->from.x + high * side->along.x, side->from.y + high * side->along.y};
    return boxOf({a, b, {a.x + inward.x, a.y + inward.y}, {b.x + inward.x, b.y + inward.y}});
}

}  // namespace headroom::engine
