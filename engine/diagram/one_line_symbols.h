// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/diagram/display_list.h"
#include "engine/power/network.h"
#include "engine/run/frame/frame.h"

/// Symbols of the one-line diagram, after IEC 60617. A transformer is two circles, a generator a circle with G, a converter a
/// box with ~ and =. A busbar is a thick line, a breaker a cross in a square.
namespace headroom::engine {

/// Half of the side of a breaker's square, and its rise over the end of its wire.
inline constexpr double kBreakerHalf = 7.0, kBreakerRise = 17.0;

/// Details of a unit that its symbol shows.
struct UnitSymbol {
    PowerKind kind = PowerKind::Utility;
    bool direct = false;  ///< output is direct current
    int incomers = 1;
    int position = -1;  ///< transfer switch: incomer that it takes, from the left; -1 if none
};

/// Fills the height of `area`, so that wires meet it, in the middle of its width. Busbars and transfer switches fill the width.
DisplayList drawUnit(const UnitSymbol& unit, const DrawnBox& area);

/// The same of loads, which are as wide as the area.
DisplayList drawLoad(PowerLoadKind kind, const DrawnBox& area);

DisplayList drawBreaker(DrawnPoint centre, BreakerState state);

}  // namespace headroom::engine
