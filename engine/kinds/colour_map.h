// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace headroom::engine {

/// Perceptually even colour maps for magnitudes: lightness rises from end to end, so order is seen
/// without hue. Source: S. van der Walt and N. Smith (viridis, CC0); J. Nuñez et al. 2018
/// (cividis, CC0); sampled at even steps and interpolated in between.
/// CoolWarm is for air next to racks: cold blue over grey to hot red, even on both sides of the
/// middle. Source: K. Moreland, Diverging Color Maps for Scientific Visualization (2009).
enum class ColourMap { Viridis, Cividis, CoolWarm };

/// Colour as 0xrrggbb. at: 0..1, clamped; 0 where it is not a number.
std::uint32_t mapRgb(ColourMap map, double at);

}  // namespace headroom::engine
