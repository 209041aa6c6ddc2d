// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/attribute.h"

#include <string>

namespace headroom::models {

/// A coolant distribution unit: pumps and a plate heat exchanger between the rack loop and facility
/// water.
struct CduSpec {
    double ratedHeatW = kNotStated;
    double uaWPerK = kNotStated;
    double primaryFlowM3PerS = kNotStated;
    double secondaryFlowM3PerS = kNotStated;
    double pumpRatedW = kNotStated;
    double pumpMinSpeed = 0.5;
    double volumeM3 = kNotStated;
    Curve uaTable;  ///< flow [L/s] of either side to UA [kW/K]; replaces uaWPerK
    double primaryPressurePa = 50e3;
    double secondaryPressurePa = 60e3;
    std::string pump;        ///< of the rack loop; empty means pumpRatedW by the cube of the flow
    int pumps = 2;           ///< of one unit, that share its flow
    double controlsW = 0.0;  ///< next to the pumps, where `pump` is stated
    double valveStrokeS = 60.0;
    double widthM = 0.9;
    double depthM = 1.2;
    double heightM = 2.2;
    double restartS = 15.0;
    double failuresPerS = 0.0;
    double repairS = kNotStated;
    double priceUsd = kNotStated;

    static const ComponentType& type();
};

/// Conductance G [W/K] of one unit: Q = G (T_rack return - T_facility supply), counter flow.
///   UA by conductanceWPerK(); with a table 1/UA = (1/UA_t(V_1) + 1/UA_t(V_2)) / 2: each film has
/// half of the resistance that the table states for equal flows. Below its first point the table continues with the power
/// 0.8 of the flow.
/// `primaryJPerM3K`, `secondaryJPerM3K`: density times heat capacity of the liquids. 0 where either
/// stream is stopped. `kept`: share of UA that fouling leaves.
double cduConductanceWPerK(const CduSpec& spec, double primaryM3PerS, double secondaryM3PerS,
                           double primaryJPerM3K, double secondaryJPerM3K, double kept = 1.0);

/// Pressure losses [Pa] of one unit, exchanger with filter and own pipes, without control valve:
///   dp = dp_0 (V / V_0)^1.8. Source: turbulent friction by Blasius.
double cduPrimaryDropPa(const CduSpec& spec, double flowM3PerS);
double cduSecondaryDropPa(const CduSpec& spec, double flowM3PerS);

}  // namespace headroom::models
