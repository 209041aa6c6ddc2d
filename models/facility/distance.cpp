// SPDX-License-Identifier: Apache-2.0
#include "models/facility/distance.h"

#include "models/facility/wan_link.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace headroom::models {

double greatCircleM(const PlaceOnEarth& a, const PlaceOnEarth& b) {
    constexpr double kRadiusM = 6371008.8;
    constexpr double kRadian = std::numbers::pi / 180.0;
    const double north = std::sin(0.5 * kRadian * (b.latitudeDeg - a.latitudeDeg));
    const double east = std::sin(0.5 * kRadian * (b.longitudeDeg - a.longitudeDeg));
    const double h = north * north + std::cos(kRadian * a.latitudeDeg) *
                                         std::cos(kRadian * b.latitudeDeg) * east * east;
    return 2.0 * kRadiusM * std::asin(std::sqrt(std::clamp(h, 0.0, 1.0)));
}

double fibreRoundTripS(double distanceM) {
    constexpr double kRoute = 1.5;
    return 2.0 * kRoute * distanceM * kFibreDelaySPerM;
}

}  // namespace headroom::models
