// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/floor/rack_look.h"
#include "engine/shapes/shape_builder.h"

namespace headroom::engine {

/// A rack, a liquid-cooled rack or an immersion tank: its servers, switch trays, shelves, manifolds and rear door as the
/// catalogue states them.
Shape rackShape(const RackLook& look, const ShapeSize& size, ShapeDetail detail);

}  // namespace headroom::engine
