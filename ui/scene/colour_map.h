// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QColor>

namespace headroom::ui {

/// Perceptually even colour maps for magnitudes: lightness rises from end to end, so order is seen
/// without hue. Source: S. van der Walt and N. Smith (viridis, CC0); J. Nuñez et al. 2018
/// (cividis, CC0); sampled at even steps and interpolated in between.
enum class ColourMap { Viridis, Cividis };

/// at: 0..1, clamped.
QRgb mapColour(ColourMap map, double at);

/// Colour of a category by number; neighbours differ in lightness and hue.
QRgb categoryColour(std::int64_t number);

}  // namespace headroom::ui
