// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/facility/structure.h"

#include <array>

namespace headroom::engine {

/// Parts of the building in 3-D files, which glTF and OpenUSD share, and their names on plans.
struct StructureLook {
    const char* name;
    std::array<double, 4> colour;  ///< linear, with opacity
    bool isFlat;                   ///< an area of the floor
};

inline StructureLook lookOf(models::StructureKind kind) {
    switch (kind) {
        case models::StructureKind::Wall:
            return {"Wall", {0.70, 0.69, 0.66, 1}, false};
        case models::StructureKind::Column:
            return {"Column", {0.55, 0.54, 0.52, 1}, false};
        case models::StructureKind::Door:
            return {"Door", {0.40, 0.26, 0.13, 0.6}, false};
        case models::StructureKind::Room:
            return {"Room", {0.35, 0.50, 0.40, 0.4}, true};
        case models::StructureKind::KeepClear:
            return {"Kept clear", {0.75, 0.55, 0.10, 0.4}, true};
        case models::StructureKind::Ramp:
            return {"Ramp", {0.50, 0.50, 0.48, 1}, false};
        case models::StructureKind::Tray:
            return {"Tray", {0.45, 0.47, 0.50, 1}, false};
    }
    return {"Structure", {0.5, 0.5, 0.5, 1}, false};
}

inline constexpr double kSlabM = 0.02;  ///< thickness of an area of the floor

}  // namespace headroom::engine
