// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/attribute.h"

namespace headroom::models {

/// A plate heat exchanger between two liquids: water-side economiser, heat-exchanger train.
struct PlateExchangerSpec {
    double ratedHeatW = kNotStated;
    double uaWPerK = kNotStated;
    double hotFlowM3PerS = kNotStated;
    double coldFlowM3PerS = kNotStated;
    double hotPressurePa = kNotStated;
    double coldPressurePa = kNotStated;
    double volumeM3 = 0.0;  ///< of each side
    double failuresPerS = 0.0;
    double repairS = kNotStated;
    double priceUsd = kNotStated;

    static const ComponentType& type();
};

/// Conductance G [W/K] of one exchanger: Q = G (T_hot in - T_cold in), counter flow.
///   1/UA = 1/UA(V_hot, V_cold) + fouling, UA by conductanceWPerK() of design flows
/// `foulingKPerW`: added resistance of the whole exchanger, 0 when clean. `hotJPerM3K`,
/// `coldJPerM3K`: density times heat capacity. `kept`: share of UA that is left, another
/// way to state fouling.
double plateConductanceWPerK(const PlateExchangerSpec& spec, double hotM3PerS, double coldM3PerS,
                             double hotJPerM3K, double coldJPerM3K, double foulingKPerW = 0.0,
                             double kept = 1.0);

/// dp_0 (V / V_0)^1.8 [Pa].
double plateHotDropPa(const PlateExchangerSpec& spec, double flowM3PerS);
double plateColdDropPa(const PlateExchangerSpec& spec, double flowM3PerS);

}  // namespace headroom::models
