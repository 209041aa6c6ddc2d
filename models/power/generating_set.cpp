// SPDX-License-Identifier: Apache-2.0
#include "models/power/generating_set.h"

#include <algorithm>
#include <cmath>

namespace headroom::models {

double GeneratingSet::pipedFuelW(double outputW, double ratedW) const {
    if (efficiencyPct.empty() || !(ratedW > 0.0)) {
        return 0.0;
    }
    const auto fuelW = [&](double x) { return ratedW * x / (efficiencyPct.at(100.0 * x) / 100.0); };
    const double x = outputW / ratedW, first = efficiencyPct.x().front() / 100.0;
    const double idleW = idleFuelShare * fuelW(1.0);
    if (x >= first) {
        return std::max(idleW, fuelW(x));
    }
    return idleW + (std::max(idleW, fuelW(first)) - idleW) * x / first;
}

double GeneratingSet::followW(double reachedW, double wantedW, double ratedW, double dt) const {
    const double towardsW = std::min(ratedW, wantedW);
    if (std::isinf(rampPerS)) {
        return towardsW;
    }
    const double stepW = rampPerS * ratedW * dt;
    return std::min(ratedW, reachedW + std::clamp(towardsW - reachedW, -stepW, stepW));
}

}  // namespace headroom::models
