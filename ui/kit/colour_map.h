// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/kinds/colour_map.h"

#include <QColor>

namespace headroom::ui {

using engine::ColourMap;

/// at: 0..1, clamped.
QRgb mapColour(ColourMap map, double at);

/// Colour of a category by number; neighbours differ in lightness and hue.
QRgb categoryColour(std::int64_t number);

}  // namespace headroom::ui
