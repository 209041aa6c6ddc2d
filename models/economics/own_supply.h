// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/attribute.h"
#include "models/power/solar.h"

#include <string>

namespace headroom::models {

/// Signal that a battery follows.
enum class SupplyFollow { Price, Carbon };

/// Energy that a project makes, stores and contracts itself, in its year of cost and carbon: a field of
/// panels, a battery, an agreement with a power plant elsewhere. It is behind the utility's meter of
/// the typical year (engine/money); the simulated plant does not know it.
struct OwnSupplySpec {
    double solarW = 0.0;             ///< direct current, rated
    double tiltDeg = kNotStated;     ///< not stated: the latitude, at most 35
    double azimuthDeg = kNotStated;  ///< not stated: towards the equator
    double losses = 0.14;
    double inverterShare = 1.0 / 1.2;  ///< rated alternating over direct current
    double batteryJ = 0.0;
    double batteryW = 0.0;
    double batteryEfficiency = 0.85;
    SupplyFollow follow = SupplyFollow::Price;
    double exportUsdPerJ = 0.0;  ///< what the grid pays for a surplus
    double agreementW = 0.0;     ///< power purchase agreement, mean or constant
    double agreementUsdPerJ = kNotStated;
    std::string agreementFile;  ///< 8,760 hours of its output; empty means constant
    double deferred = 0.0;      ///< share of a day's energy that may wait for another hour of it

    static const ComponentType& type();
};

/// Tilt of its field at that latitude [rad]: where the project does not say, tilted by the latitude,
/// at most 35 degrees (steeper rows shade each other), towards the equator.
SolarField solarFieldOf(const OwnSupplySpec& spec, double latitude);

}  // namespace headroom::models
