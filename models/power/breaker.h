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
    double timeTolerance = 0.2;  ///< its curve is the slow edge; the fast one is less by this share
    double pickupTolerance = 0.2;  ///< of short-time and instantaneous pickup, both ways
    double classS = kNotStated;    ///< to trip at six times the rating, from cold
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
/// Validity: adiabatic heating and the arc are not modelled; in time the curve is the slow edge of the
/// band of real trip units (BreakerBand). A breaker of low voltage must not trip within 2 h (1 h up
/// to 63 A) at 1.05 times its rating and must within that time at 1.30 (IEC 60947-2, 8.3.3.1.3;
/// 1.13 and 1.45 within 1 h by IEC 60898-1).
double breakerTripS(const BreakerSpec& spec, double currentA, double theta);

/// Between what times a breaker may trip at a current, from cold: its curve with pickups lower by their
/// tolerance and times shorter by theirs, and its curve with higher pickups. Between the two edges nothing
/// is guaranteed: two breakers are selective where the fast edge of the upper one is beyond the slow edge
/// of the lower one (IEC 60947-2, annex A; pickups within 20 % of their setting: 8.3.3.1.2).
struct BreakerBand {
    double fastS = 0.0, slowS = 0.0;
};

BreakerBand breakerBand(const BreakerSpec& spec, double currentA);

/// Thermal state after a time at a constant current; `kept` = exp(-dt / tau) of that time, which
/// a step loop works out once a step.
double breakerTheta(const BreakerSpec& spec, double currentA, double theta, double kept);

}  // namespace headroom::models
