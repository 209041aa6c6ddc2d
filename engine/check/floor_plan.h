// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/floor/layout.h"
#include "engine/resolve/design.h"

#include <algorithm>
#include <string>
#include <vector>

/// The floor as the rules see it: rectangles in the site plan, and what is in each hall.
namespace headroom::engine {

/// Lengths that differ by less than this are equal.
inline constexpr double kToleranceM = 1e-6;

/// West, south, east, north [m].
struct Area {
    double west = 0.0, south = 0.0, east = 0.0, north = 0.0;

    static Area of(const Box& box) { return {box.x, box.y, box.x + box.width, box.y + box.depth}; }

    /// How far the two reach into each other, in the direction in which it is less; 0 if not at all.
    double overlap(const Area& o) const {
        return std::max(0.0, std::min(std::min(east, o.east) - std::max(west, o.west),
                                      std::min(north, o.north) - std::max(south, o.south)));
    }

    /// How far this one reaches out of the other; 0 if it is inside.
    double beyond(const Area& o) const {
        return std::max({0.0, o.west - west, o.south - south, east - o.east, north - o.north});
    }

    double m2() const { return (east - west) * (north - south); }
};

/// Rows of a block, in coordinates of its hall.
std::vector<Area> rowsOf(const DesignBlock& b);

/// All rows of a block together.
Area aroundOf(const DesignBlock& b);

/// A row of racks or a machine that is in a hall, in coordinates of the site.
struct Standing {
    Area area;
    double heightM = 0.0;
    double baseM = 0.0;
    std::string id;    ///< of the project object
    std::string what;  ///< "row 2", "CDU", "air handler"
    int row = -1;      ///< of racks, from zero; -1 means a machine
    models::Facing facing = models::Facing::South;
    bool needsHall =
        true;  ///< its air or water is the hall's; power units have a room of their own at times
};

/// Everything that is in a hall, network and storage cabinets with it.
std::vector<Standing> standingIn(const Design& design, const DesignHall& hall);

}  // namespace headroom::engine
