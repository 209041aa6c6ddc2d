// SPDX-License-Identifier: Apache-2.0
#include "models/cooling/leak.h"

#include <algorithm>
#include <cmath>

namespace headroom::models {

namespace {

constexpr double kSharpEdge = 0.61;
constexpr double kAtmospherePa = 101325.0;

// Loss after dt by backward Euler: the one root of lost - before = dt q(lost), which has one
// because q falls with what is lost. Halved down to the last digits.
double lostAfter(const LeakRule& rule, const ExpansionVessel& vessel, double beforeM3,
                 double densityKgPerM3, double dt) {
    double low = beforeM3;
    double high = std::max(beforeM3, vessel.waterM3);
    high =
        std::min(high, beforeM3 + dt * leakM3PerS(rule.areaM2, vesselPressurePa(vessel, beforeM3),
                                                  densityKgPerM3));
    for (int i = 0; i < 60 && high > low; ++i) {
        const double mid = 0.5 * (low + high);
        const double outM3 =
            dt * leakM3PerS(rule.areaM2, vesselPressurePa(vessel, mid), densityKgPerM3);
        (mid - beforeM3 < outM3 ? low : high) = mid;
    }
    return 0.5 * (low + high);
}

}  // namespace

double leakM3PerS(double areaM2, double pressurePa, double densityKgPerM3) {
    return pressurePa <= 0.0 ? 0.0
                             : kSharpEdge * areaM2 * std::sqrt(2.0 * pressurePa / densityKgPerM3);
}

double vesselPressurePa(const ExpansionVessel& vessel, double lostM3) {
    if (lostM3 >= vessel.waterM3) {
        return 0.0;
    }
    // Gas that thermal expansion would press to nothing keeps a thousandth of its room.
    const double gasM3 = std::max(vessel.gasM3 + lostM3, 1e-3 * vessel.gasM3);
    const double absolutePa = (vessel.gasPa + kAtmospherePa) * vessel.gasM3 / gasM3;
    return std::max(absolutePa - kAtmospherePa, 0.0);
}

LeakState stepLeak(const LeakRule& rule, const ExpansionVessel& vessel, const LeakState& before,
                   double densityKgPerM3, double dt) {
    LeakState after = before;
    after.sinceS += dt;
    if (before.isolated) {
        return after;
    }
    const double closedS = rule.detectionS + rule.closingS;
    const double drainS = std::clamp(closedS - before.sinceS, 0.0, dt);
    after.lostM3 = lostAfter(rule, vessel, before.lostM3, densityKgPerM3, drainS);
    if (after.sinceS >= closedS) {
        after.isolated = true;
        after.lostM3 += rule.trapM3;
    }
    return after;
}

}  // namespace headroom::models
