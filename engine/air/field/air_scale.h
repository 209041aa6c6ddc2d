// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/air/field/field.h"
#include "engine/kinds/colour_map.h"

/// How values of an air field become colours: the same in 3-D, on plans, in pictures and in reports.
namespace headroom::engine {

enum class AirQuantity { Temperature, Speed, HotAir };

/// The plane of a slice: level, upright from west to east, upright from south to north.
enum class AirCut { Level, WestEast, SouthNorth };

/// Colour scale of a quantity. Its ends are round numbers. The upper end leaves out the hottest few cells, because a scale
/// up to the maximum would show all other cells in one colour.
struct AirScale {
    AirQuantity quantity = AirQuantity::Temperature;
    ColourMap map = ColourMap::CoolWarm;
    double low = 0.0, high = 1.0, tick = 0.25;
    bool exceeded = false;  ///< some cells are above `high`

    /// 0xrrggbb.
    std::uint32_t rgb(double value) const { return mapRgb(map, (value - low) / (high - low)); }
};

AirScale airScale(const AirField& field, AirQuantity quantity);

/// The value of one cell: °C, m/s, or %.
double airValue(const AirField& field, AirQuantity quantity, std::size_t cell);

/// 1, 2, 2.5 or 5 times a power of ten, at least `rough` (> 0).
double airTick(double rough);

/// Cell of a place of a cut, 0..1 of the hall.
int airCutCell(const AirField& field, AirCut cut, double place);

/// Height above the floor or distance from the hall's corner [m] of a cut, in the middle of its cells.
double airCutM(const AirField& field, AirCut cut, double place);

}  // namespace headroom::engine
