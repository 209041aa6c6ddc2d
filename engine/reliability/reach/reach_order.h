// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/cooling/network.h"
#include "engine/floor/layout.h"
#include "engine/plant/plant_order.h"
#include "engine/power/network.h"
#include "engine/reliability/reach/reach.h"

#include <vector>

namespace headroom::engine {

/// Steps that a failure takes through wiring and piping to each rack: 0 for a rack that fails itself. Each unit, loop, CDU group or
/// hall on the shortest way is one more. -1 where a rack is not reached.
///
/// Assumption: every step counts the same. Ride-through of batteries and of thermal mass is not part of a blast radius
/// (reach.h).
std::vector<int> reachOrder(const PowerNetwork& power, const CoolingNetwork& cooling,
                            const Layout& layout, const std::vector<PlantOrder>& orders,
                            const BlastReach& reach);

}  // namespace headroom::engine
