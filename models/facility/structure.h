// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/attribute.h"

#include <string>

namespace headroom::models {

/// Contents of a hall apart from racks and machines. Walls, columns, trays and ramps take up room. Rooms are closed
/// off: racks and machines of the hall stay out, power units may be in one. Strips that are kept clear stay empty.
enum class StructureKind {
    Wall,
    Column,
    Door,       ///< an opening; what is brought in must pass through it
    Room,       ///< a closed part of the floor: a battery room, the notch of a hall
    KeepClear,  ///< a strip where nothing may are: before a door, a panel or an exit
    Ramp,
    Tray  ///< cable tray under the ceiling, from base_m upwards
};

/// A part of the building, or a strip of floor, as a box whose sides run east and north.
struct StructureSpec {
    std::string name;
    StructureKind kind = StructureKind::Wall;
    std::string hall;  ///< empty means outdoors, in coordinates of the site
    double xM = 0.0;
    double yM = 0.0;
    double widthM = kNotStated;   ///< east
    double depthM = kNotStated;   ///< north
    double heightM = kNotStated;  ///< of itself; not stated: up to the ceiling
    double baseM = 0.0;           ///< of its lower side above the floor

    static const ComponentType& type();
};

/// Whether it takes up room on the floor at heights below `headM`: walls, columns, ramps, and trays
/// that hang lower than that.
bool isSolid(const StructureSpec& spec, double headM);

}  // namespace headroom::models
