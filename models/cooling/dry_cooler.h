// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/attribute.h"
#include "models/facility/weather.h"

namespace headroom::models {

/// A dry or adiabatic cooler: finned coils and fans, with wetted pads if it has any.
struct DryCoolerSpec {
    double ratedHeatW = kNotStated;
    double uaWPerK = kNotStated;
    double waterFlowM3PerS = kNotStated;
    double airflowM3PerS = kNotStated;
    double airExponent = kNotStated;
    double fanRatedW = kNotStated;
    double padEffectiveness = 0.0;
    double padSwitchOnC = 100.0;
    double fanMinSpeed = 0.2;      ///< of the drive; below it fans run for a share of the time
    double freeConvection = 0.05;  ///< air flow ratio that buoyancy is worth with the fans off
    double waterPressurePa = 60e3;
    double widthM = kNotStated, depthM = kNotStated,
           heightM = kNotStated;  ///< of the installed machine
    double massKg = kNotStated;   ///< in operation, with its water
    double restartS = 30.0;
    double failuresPerS = 0.0;
    double repairS = kNotStated;
    double priceUsd = kNotStated;

    static const ComponentType& type();
};

/// A dry cooler as its water sees it: T_out = T_in - effectiveness (T_in - airC).
struct DryCoolerLaw {
    double effectiveness = 0.0;
    double airC = 0.0;         ///< dry bulb, or what the wetted pads make of it
    double waterKgPerS = 0.0;  ///< evaporated by the pads
    double fanW = 0.0;         ///< P_rated airRatio^3 d from fanMinSpeed on: thinner air takes less
};

/// The law of one cooler at an air flow ratio 0..1. `waterRatio`: heat capacity of the stream over that
/// of the rated flow of water, so that glycol counts with less than its flow.
///   eps = G / C_water, G of cross flow with both fluids unmixed (heat_exchanger.h), UA = UA_0
///   (airRatio d)^n, d = p / 101.325 kPa: UA follows the mass of air; pads: T_air = T_db - e (T_db - T_wb), their water along the adiabatic line
/// Below fanMinSpeed fans are staged: a share airRatio / fanMinSpeed of them, or of the time, runs at that speed and
/// the others are stopped; the law is the mean of both, airC that of the heat that each takes.
/// With the fans off buoyancy moves `freeConvection` of the air (assumption); pads are dry then.
/// Water colder than the air is warmed: the law holds both ways. Nothing here freezes: a loop that
/// is below 0 C needs glycol, or a by-pass that keeps the water moving (engine's rules).
DryCoolerLaw dryCoolerLaw(const DryCoolerSpec& spec, double waterRatio, double airRatio,
                          const Weather& weather);

}  // namespace headroom::models
