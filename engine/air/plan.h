// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/air/hall_air.h"

/// From the floor of a hall to the zones of its air.
///
/// A row of racks draws on its front and blows out of its back. Sides of rows that look at each
/// other over at most 4 m share an aisle; a side that looks at nothing has a strip of 1.2 m (or up
/// to the wall) to itself. The sides on an aisle decide its kind: cold, hot, or both (rows that all face one way). Zones:
/// each aisle, and the ceiling; where air floods the room (no
/// raised floor, cold aisles open) all cold aisles are one zone, the open floor. Aisles that rows
/// join in a circle are one zone.
///
/// Supply: tiles of a raised floor lie evenly in the cold aisles, so shares are by area; otherwise
/// air goes where it is drawn, so shares are by the design flow of the racks.
/// Heat capacities: the air of the hall, shared among zones by volume, and what servers store, half in the zone that
/// they draw from and half in the one that they blow into: their mean is between both. Walls, floor and the frames of racks are not counted (Khankari: too slow for minutes). Still exchange:
/// Assumption: 0.05 m/s over the plan of an aisle, of the order of draughts in rooms at rest; with
/// its containment's leakage for cold aisles that are closed.
/// Fractions at rack inlets start with models::containedRecirculation().
namespace headroom::engine {

/// `designM3PerS`: by rack of the layout, air through its servers at design load.
/// `pressurePa`: of the site, which sets the density of the hall's air. `rackJPerK`: by rack, heat that its
/// servers store (models::airSideJPerK()); empty if none.
HallAirPlan hallAirPlan(const Layout& layout, int hall, const models::HallSpec& spec,
                        std::span<const double> designM3PerS,
                        double pressurePa = models::kStandardPressurePa,
                        std::span<const double> rackJPerK = {});

}  // namespace headroom::engine
