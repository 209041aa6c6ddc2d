// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/attribute.h"

namespace headroom::models {

/// A circuit breaker with long-time, short-time and instantaneous protection.
struct BreakerSpec {
    double ratedA = kNotStated;
    double longTimePickup = 1.05;
    double thermalS = kNotStated;
    double shortTimePickup = kNotStated;
    double shortTimeS = 0.2;
    double instantaneousPickup = kNotStated;
    double openingS = 0.05;
    double breakingA = kNotStated;
    double voltageV = kNotStated;  ///< the highest that it is made for
    bool directCurrent = false;    ///< made for direct current, else for alternating
    double undervoltage = 0.70;
    double failuresPerS = 0.0;
    double repairS = kNotStated;
    double priceUsd = kNotStated;

    static const ComponentType& type();
};

/// Seconds until a breaker at `currentA` trips, infinity where it never does. `theta` is the
/// thermal state: 0 cold, 1 trips.
///   long time      d theta / dt = ((I / I_p)^2 - theta) / tau, trips at theta = 1:
///                  t = tau ln((q - theta) / (q - 1)), q = (I / I_p)^2, where I > I_p = pickup I_r
///   short time     I >= x_st I_r: after the short-time delay and the opening time
///   instantaneous  I >= x_i I_r: after the opening time
/// The smallest of the three holds. Source: first-order thermal image of IEC 60255-149 (thermal
/// electrical relays); zones as named in IEC 60947-2, annex K of the manufacturers' trip units.
/// Validity: adiabatic heating and the arc are not modelled; tolerance bands of real trip units are
/// -20 %/+0 % in time, here the curve is the slow edge.
double breakerTripS(const BreakerSpec& spec, double currentA, double theta);

/// Thermal state after a time at a constant current; `kept` = exp(-dt / tau) of that time, which
/// a step loop works out once a step.
double breakerTheta(const BreakerSpec& spec, double currentA, double theta, double kept);

}  // namespace headroom::models
