// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/air/field/air_scale.h"
#include "engine/floor/layout.h"

#include <string>

/// Pictures of an air field as SVG, in the colours of the window (air_scale.h). Each says what it shows, where, and in
/// which scale. The field must have its cells. Same field, same bytes.
namespace headroom::engine {

/// A slice: racks and machines as outlines, solid cells grey.
std::string airSliceSvg(const AirField& field, const Layout& layout, int hall, AirQuantity quantity,
                        AirCut cut, double place);

/// The fronts of all racks, a strip for each row, seen from its cold aisle: the air of the cells before them, by height.
/// Solid cells are grey.
std::string airFrontsSvg(const AirField& field, const Layout& layout, int hall,
                         AirQuantity quantity);

}  // namespace headroom::engine
