// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/floor/layout.h"
#include "engine/shapes/machine_shapes.h"

/// Shapes of the things on a floor. Things of equal keys share one shape.
namespace headroom::engine {

struct ShapeKey {
    ShapeMaker make = nullptr;  ///< Null for a rack.
    RackLook rack;
    ShapeSize size;
    int quarters = 0;

    bool operator==(const ShapeKey&) const = default;
};

Shape shapeOf(const ShapeKey& key, ShapeDetail detail);

ShapeKey shapeKeyOf(const Layout& layout, const RackBox& rack);
/// Air handlers look away from the nearest wall.
ShapeKey shapeKeyOf(const Layout& layout, const EquipmentBox& machine);

}  // namespace headroom::engine
