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

/// A door of the drawing: the arcs of its leaves, or the box of its lines if it has no arcs.
struct DrawnDoor {
    std::vector<DoorSwing> swings;
    PlanBox box;
};

/// Returns the opening of a door in the nearest side of the outlines within 1.5 m. It reaches from the hinge to the end of the
/// arc that is nearer to the wall, and it is 0.2 m deep on the inner side. Returns nothing if no side is within 1.5 m.
std::optional<PlanBox> doorSpan(const DrawnDoor& door,
                                const std::vector<std::vector<PlanPoint>>& outlines);

}  // namespace headroom::engine
