// SPDX-License-Identifier: Apache-2.0
#include "models/power/generating_set.h"

#include <algorithm>
#include <cmath>

namespace headroom::models {

namespace {

/// The law of the header; `perOutput`: fuel for each unit of output at a share of the rating.
template <class PerOutput>
double fuelAt(double outputW, double ratedW, double firstPct, double idleShare,
              const PerOutput& perOutput) {
    const auto fuel = [&](double x) { return ratedW * x * perOutput(x); };
    const double x = std::max(0.0, outputW / ratedW), first = firstPct / 100.0;
    const double idle = idleShare * fuel(1.0);
    if (x >= first) {
        return std::max(idle, fuel(x));
    }
    return idle + (std::max(idle, fuel(first)) - idle) * x / first;
}

}  // namespace

double GeneratingSet::overloadTripS(double loading) const {
    if (loading > overload * (1.0 + kLoadingRounding)) {
        return coverS;
    }
    return loading > 1.0 + kLoadingRounding ? overloadS : std::numeric_limits<double>::infinity();
}

double GeneratingSet::pipedFuelW(double outputW, double ratedW) const {
    if (efficiencyPct.empty() || !(ratedW > 0.0)) {
        return 0.0;
    }
    return fuelAt(outputW, ratedW, efficiencyPct.x().front(), idleFuelShare,
                  [&](double x) { return 1.0 / (efficiencyPct.at(100.0 * x) / 100.0); });
}

double GeneratingSet::tankFuelM3PerS(double outputW, double ratedW) const {
    if (fuelM3PerJ.empty() || !(ratedW > 0.0)) {
        return 0.0;
    }
    return fuelAt(outputW, ratedW, fuelM3PerJ.x().front(), idleFuelShare,
                  [&](double x) { return fuelM3PerJ.at(100.0 * x); });
}

double GeneratingSet::tankLastsS(double outputW, int modules) const {
    const double fuelM3PerS = tankFuelM3PerS(outputW, modules * ratedPowerW);
    return fuelM3PerS > 0.0 && !std::isnan(tankM3) ? modules * tankM3 / fuelM3PerS
                                                   : std::numeric_limits<double>::infinity();
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
