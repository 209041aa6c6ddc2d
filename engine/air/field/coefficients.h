// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/air/field/field.h"

#include <vector>

/// Coefficients of a hall's zones (hall_air.h) from a field of its air, so that both give the same inlets.
namespace headroom::engine {

/// Share of the supply that returns without having passed a rack.
///   b = 1 - sum over racks of V (1 - h) / V_supply
/// h is the share of hot air at an inlet. With it the zones are forced to take in what the field finds and no more.
/// Within 0..0.9.
double airBypass(const AirField& field, const HallAirLoad& load);

/// Share of hot air that each rack takes from its own hot zone, in the order of the plan's rows. With them the zones
/// of `plan` at rest under `load` have the inlets of the field. The share is what is left after the recirculation that
/// mass balance forces with racks that draw V (1 - r) from their cold zone: a fixed point. It is negative where a rack
/// breathes cooler air than the mean of its zone. Within -1..0.95. Racks that are not in the field keep the plan's.
std::vector<double> rackFractions(const AirField& field, const HallAirPlan& plan,
                                  const HallAirLoad& load);

/// Inlets of the zones at rest under a load [C], by rack of the layout; supply temperature for racks of other halls.
std::vector<double> zoneInletsC(const HallAirPlan& plan, const HallAirLoad& load);

}  // namespace headroom::engine
