// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/air/psychrometrics.h"
#include "models/core/attribute.h"

namespace headroom::models {

/// A rear-door heat exchanger: a water coil in the outlet air of one rack.
struct RearDoorSpec {
    double ratedHeatW = kNotStated;
    double effectiveness =
        kNotStated;  ///< (air in - air out) / (air in - water in) at design flows
    double airflowM3PerS = kNotStated;
    double waterFlowM3PerS = kNotStated;
    double waterPressurePa = 40e3;
    double airPressurePa = 25.0;
    double fanRatedW = 0.0;  ///< of an active door
    double failuresPerS = 0.0;
    double repairS = kNotStated;
    double priceUsd = kNotStated;

    static const ComponentType& type();
};

/// Conductance G [W/K]: Q = G (T_air in - T_water in), T_air out = T_air in - Q / C_air, T_water
/// out = T_water in + Q / C_water. Counter flow, with the UA at which the door has its
/// effectiveness at design flows (conductanceWPerK() at others, air by its mass). Dry coil. 0 where either stream
/// is stopped. A door is rated with air of sea level.
double rearDoorConductanceWPerK(const RearDoorSpec& spec, const AirProperties& air,
                                double airM3PerS, double waterM3PerS, double waterJPerM3K);

}  // namespace headroom::models
