// SPDX-License-Identifier: Apache-2.0
#include "models/cooling/leak.h"

#include <algorithm>
#include <cmath>

namespace headroom::models {

namespace {

constexpr double kSharpEdge = 0.61;
constexpr double kAtmospherePa = 101325.0;

/// Share of a vessel's water that is lost when the circuit is open. Assumption.
constexpr double kDrainedShare = 1.05;

}  // namespace

double leakM3PerS(double areaM2, double pressurePa, double densityKgPerM3) {
    return pressurePa <= 0.0 ? 0.0
                             : kSharpEdge * areaM2 * std::sqrt(2.0 * pressurePa / densityKgPerM3);
}

double leakAreaM2(double flowM3PerS, double pressurePa, double densityKgPerM3) {
    return flowM3PerS / (kSharpEdge * std::sqrt(2.0 * pressurePa / densityKgPerM3));
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

double lostAfterM3(double areaM2, double overPa, const ExpansionVessel& vessel, double lostM3,
                   double densityKgPerM3, double dt) {
    double low = lostM3, high = std::max(lostM3, kDrainedShare * vessel.waterM3);
    for (int k = 0; k < 50; ++k) {
        const double mid = 0.5 * (low + high);
        const double rate =
            leakM3PerS(areaM2, vesselPressurePa(vessel, mid) + overPa, densityKgPerM3);
        (lostM3 + rate * dt > mid ? low : high) = mid;
    }
    return high;
}

}  // namespace headroom::models
