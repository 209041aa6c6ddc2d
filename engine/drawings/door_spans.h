// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/drawings/outlines.h"

#include <optional>
#include <vector>

namespace headroom::engine {

/// Arc of swing of a leaf, in metres.
struct DoorSwing {
    PlanPoint hinge;
    double radius = 0.0;
    PlanPoint first, last;  ///< ends of the arc: one is on the wall where the leaf is closed
};

/// A door as it is drawn: arcs of its leaves, or the box of its lines where it has none.
struct DrawnDoor {
    std::vector<DoorSwing> swings;
    PlanBox box;
};

/// The opening of a door in the nearest side of the outlines that is within 1.5 m: from the hinge to the end of the arc that is nearer to
/// the wall, 0.2 m deep on the inner side of the outline. Nothing if no side is so near.
std::optional<PlanBox> doorSpan(const DrawnDoor& door,
                                const std::vector<std::vector<PlanPoint>>& outlines);

}  // namespace headroom::engine
