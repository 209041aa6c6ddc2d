// SPDX-License-Identifier: Apache-2.0
#include "engine/run/step_length.h"

#include <algorithm>
#include <cmath>

namespace headroom::engine {

namespace {

constexpr double kQuarterS = 900.0;
constexpr double kServicesS = 60.0;
constexpr double kInstant = 1e-9;  ///< of a step: times are sums

double longestOf(const Plant& plant) {
    return !plant.loadTraces.empty()   ? plant.stepS
           : !plant.services.empty() ? kServicesS
                                      : kQuarterS;
}

}  // namespace

StepLength::StepLength(const Plant& plant, bool grows)
    : baseS_(plant.stepS), longestS_(longestOf(plant)), grows_(grows) {}

double StepLength::endS(double timeS, double quietS, double notBeyondS) const {
    const double next = std::floor(timeS / baseS_ + kInstant) + 1.0;
    if (!grows_) {
        return next * baseS_;
    }
    const double quarterS = kQuarterS * (std::floor(timeS / kQuarterS + kInstant) + 1.0);
    const double latestS =
        std::min({timeS + std::min(quietS, longestS_), quarterS, notBeyondS});
    return std::max(next, std::floor(latestS / baseS_ + kInstant)) * baseS_;
}

double StepLength::cutS(double timeS, double eventS) const {
    const double next = std::floor(timeS / baseS_ + kInstant) + 1.0;
    return baseS_ * std::max(next, std::ceil(eventS / baseS_ - kInstant));
}

}  // namespace headroom::engine
