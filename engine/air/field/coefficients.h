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
/// breathes cooler air than the mean of its zone. Within -1..0.95. Racks that are not in the field have the share that
/// the hall states.
std::vector<double> rackFractions(const AirField& field, const HallAirPlan& plan,
                                  const HallAirLoad& load);

/// Share of hot air that the top third of each rack's front takes, in the same order: with it the zones, whose racks
/// have the shares `inlets`, have the top thirds of the field. Within -1..1. Racks that are not in the field have that
/// of their inlet.
std::vector<double> topFractions(const AirField& field, const HallAirPlan& plan,
                                 const HallAirLoad& load, const std::vector<double>& inlets);

/// Zones at rest under a load: inlets and top thirds [C] by rack of the layout, the supply temperature for racks of other
/// halls; indices of the hall.
struct ZonesAtRest {
    std::vector<double> zoneC, inletC, topC;
    AirIndices indices;
};

ZonesAtRest zonesAtRest(const HallAirPlan& plan, const HallAirLoad& load);

/// Inlets of these.
std::vector<double> zoneInletsC(const HallAirPlan& plan, const HallAirLoad& load);

}  // namespace headroom::engine
