// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/attribute.h"

namespace headroom::models {

/// A liquid that carries heat: water, glycol mixtures, dielectrics. Its properties are tables over
/// temperature, read by monotone cubic interpolation (models/core/curve.h).
///
/// Validity: liquid at about atmospheric pressure, between the first and the last point of each
/// table; outside, the end value holds. A pressure of a few bar changes the density by less than
/// 0.05 %. Sources: with each figure in resources/catalog/fluid.json.
struct FluidSpec {
    Curve densityKgPerM3, specificHeatJPerKgK, viscosityMpaS, conductivityWPerMK;
    double freezingC = kNotStated;
    double boilingC = kNotStated;  ///< at 101.325 kPa
    double latentJPerKg = kNotStated;
    bool dielectric = false;
    double priceUsdPerM3 = kNotStated;

    static const ComponentType& type();
};

struct FluidProperties {
    double densityKgPerM3 = 0.0;
    double cpJPerKgK = 0.0;
    double viscosityPaS = 0.0;  ///< dynamic
    double conductivityWPerMK = 0.0;
};

/// At a temperature. A table that is not stated reads 0.
FluidProperties fluidAt(const FluidSpec& spec, double temperatureC);

}  // namespace headroom::models
