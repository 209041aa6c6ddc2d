// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/air/psychrometrics.h"
#include "models/core/attribute.h"

namespace headroom::models {

/// A computer-room air handler or fan wall section: fans and a chilled-water coil.
struct CrahSpec {
    double ratedHeatW = kNotStated;
    double airflowM3PerS = kNotStated;
    double fanRatedW = kNotStated;
    double fanMinSpeed = 0.4;
    double uaWPerK = kNotStated;
    double waterFlowM3PerS = kNotStated;
    double waterPressurePa = 50e3;  ///< coil and pipes at the design flow
    double fanExponent = 3.0;       ///< of fan power by air flow
    double valveStrokeS = 60.0;
    double widthM = 2.5;
    double depthM = 1.0;
    double heightM = 2.2;
    double restartS = 15.0;
    double failuresPerS = 0.0;
    double repairS = kNotStated;
    double priceUsd = kNotStated;

    static const ComponentType& type();
};

/// Conductance G [W/K] of one handler's coil: Q = G (T_return air - T_water supply). Counter flow
/// (a coil of many rows); UA by conductanceWPerK(). Dry coil: `waterJPerM3K` is density times heat
/// capacity; condensation is left out, as water in data centres is above the dew point. `kept`: share
/// of UA that fouling leaves. UA follows the mass flow of the air over that of the rated flow at sea
/// level.
double crahConductanceWPerK(const CrahSpec& spec, const AirProperties& air, double airM3PerS,
                            double waterM3PerS, double waterJPerM3K, double kept = 1.0);

/// Fan power of one handler [W]: P = P_0 ratio^n d, n 3 by the fan laws, 2.5 to 3 in practice, d density
/// of the air over that at sea level: a fan moves the same volume of thinner air with less power.
double crahFanW(const CrahSpec& spec, double airRatio, double airDensityRatio = 1.0);

/// Rated heat of one handler in thinner air [W], at the same temperatures of return air and water and
/// at rated volumes: by the conductance there over that at sea level.
double crahRatedHeatW(const CrahSpec& spec, const AirProperties& air);

/// Air that handlers blow for a heat that no fan of servers moves [m3/s]: at the rise of their rating, more of it where
/// it is thinner.
///   V = Q / Q_rated V_rated / d, d density over that at sea level
double crahAirM3PerS(const CrahSpec& spec, double heatW, double densityRatio);

}  // namespace headroom::models
