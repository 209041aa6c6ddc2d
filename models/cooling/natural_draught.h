// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/cooling/cooling_tower.h"

namespace headroom::models {

/// Air that one cell must move at least, over that of its fans at full speed, to take up `heatW` from water that
/// enters at `waterInC`: it leaves saturated and no warmer than that water.
///   m_a = Q / (h_s(T_in) - h_in)
/// With the fans off that is what natural draught moves (assumption: no more), so that a tower which rejects heat
/// evaporates water at any speed of its fans: towerEvaporationKgPerS() at the larger of it and the fans' ratio. 0
/// where the water could give the air nothing. Source: first-law balance, air leaving saturated (Merkel).
double leastAirRatio(const CoolingTowerSpec& spec, double heatW, double waterInC, double dryBulbC,
                     double humidityRatio, double pressurePa);

}  // namespace headroom::models
