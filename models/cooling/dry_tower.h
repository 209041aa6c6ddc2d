// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/cooling/cooling_tower.h"

namespace headroom::models {

/// Effectiveness of one cell that has no make-up water: T_out = T_in - eps (T_in - T_db). Nothing evaporates, so its
/// fill is an exchanger of sensible heat between water and outdoor air in counter flow, and air warmer than the water
/// warms it.
///   eps = G / C_water, G of counter flow with UA of the fill and C_air = m_a c_pa: at most m_a c_pa (T_in - T_db)
/// UA is Merkel's of the design point: by Lewis's relation of 1, on which Merkel's method rests, heat and mass cross
/// the same surface with h A = h_d A c_p. Assumptions: UA at other flows as at the design point; with the fans off
/// buoyancy is worth `freeConvection` of the effectiveness at full air, as of a wet cell. 0 at no water flow.
/// Source: Merkel, as in merkelDesignUaWPerK(); counter flow by heat_exchanger.h.
double dryTowerEffectiveness(const CoolingTowerSpec& spec, double waterRatio, double airRatio,
                             const Weather& weather);

}  // namespace headroom::models
