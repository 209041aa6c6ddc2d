// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/air/field/air_scale.h"
#include "engine/air/field/field.h"

#include <array>
#include <vector>

/// Paths of air through a field, for drawing.
namespace headroom::engine {

struct Streamline {
    std::vector<std::array<float, 3>> points;  ///< on the site [m]
    bool fromRack = false;                     ///< else from the supply
};

/// At most `most` lines: half start evenly at supply faces, half at rack outlets; each goes with
/// the air (midpoint rule, half a cell a step) until it leaves the hall, enters a rack or stops
/// still.
std::vector<Streamline> airStreamlines(const AirField& field, int most);

/// The value at a point of the site [m], as airValue(): linear between the centres of open cells. NaN outside of the hall and
/// inside of solids.
double airValueAt(const AirField& field, AirQuantity quantity, const std::array<float, 3>& point);

}  // namespace headroom::engine
