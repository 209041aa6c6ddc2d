// SPDX-License-Identifier: Apache-2.0
#include "models/power/generating_set.h"

namespace headroom::models {

double GeneratingSet::pipedFuelW(double outputW, double ratedW) const {
    if (efficiencyPct.empty() || !(ratedW > 0.0)) {
        return 0.0;
    }
    const auto fuelW = [&](double x) { return ratedW * x / (efficiencyPct.at(100.0 * x) / 100.0); };
    const double x = outputW / ratedW, first = efficiencyPct.x().front() / 100.0;
    if (x >= first) {
        return fuelW(x);
    }
    const double idleW = idleFuelShare * fuelW(1.0);
    return idleW + (fuelW(first) - idleW) * x / first;
}

}  // namespace headroom::models
