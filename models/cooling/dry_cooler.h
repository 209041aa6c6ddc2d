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
    double freeConvection = 0.05;  ///< air flow ratio that buoyancy is worth with the fans off
    double waterPressurePa = 60e3;
    double restartS = 30.0;
    double failuresPerS = 0.0;
    double repairS = kNotStated;
    double priceUsd = kNotStated;

    static const ComponentType& type();
};

/// What a group of dry coolers does at one instant, for one cooler.
struct DryCoolerOperation {
    double airRatio = 0.0;
    double outC = 0.0;         ///< leaving water
    double heatW = 0.0;        ///< m cp (in - out)
    double fanW = 0.0;         ///< P_rated airRatio^3
    double waterKgPerS = 0.0;  ///< evaporated by the pads
};

/// A dry cooler as its water sees it: T_out = T_in - effectiveness (T_in - airC).
struct DryCoolerLaw {
    double effectiveness = 0.0;
    double airC = 0.0;         ///< dry bulb, or what the wetted pads make of it
    double waterKgPerS = 0.0;  ///< evaporated by the pads
    double fanW = 0.0;         ///< P_rated airRatio^3
};

/// The law of one cooler at an air flow ratio 0..1, of the same equations as dryCoolerOperation().
/// With the fans off buoyancy moves `freeConvection` of the air (assumption); pads are dry then.
/// Water colder than the air is warmed: the law holds both ways. Nothing here freezes: a loop that
/// stands below 0 C needs glycol, or a by-pass that keeps the water moving (engine's rules).
DryCoolerLaw dryCoolerLaw(const DryCoolerSpec& spec, double waterRatio, double airRatio,
                          const Weather& weather);

/// Air flow ratio at which water of `inC` leaves at `targetOutC`, by regula falsi; 1 where even
/// full air does not reach it, and `outC` is then what it reaches. Below a tenth of full air the
/// fans cycle (assumption): the ratio is 0.1 and the target is held.
///   Q = eps C_min (T_in - T_air), cross flow with both fluids unmixed (heat_exchanger.h)
///   UA = UA_0 airRatio^n; pads: T_air = T_db - e (T_db - T_wb), W_out by the same path on the
///   adiabatic saturation line.
/// Valid for water above the air; below that, or at the target already, it idles at no heat.
/// Source: Incropera et al., table 11.3; UA exponent by the catalogue.
DryCoolerOperation dryCoolerOperation(const DryCoolerSpec& spec, double inC, double waterRatio,
                                      double dryBulbC, double wetBulbC, double pressurePa,
                                      double targetOutC);

}  // namespace headroom::models
