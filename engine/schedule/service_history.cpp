// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/service_history.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace headroom::engine {

namespace {

constexpr double kStepsPerOctave = 4.0;
constexpr double kMostSteps = 160.0;  ///< runs of 2^40 s and more share the last step
constexpr double kRunsOfPrior =
    8.0;  ///< Assumption: ended runs that outweigh the heavy-tailed prior

std::size_t stepOf(double ranS) {
    return static_cast<std::size_t>(
        std::clamp(std::floor(kStepsPerOctave * std::log2(std::max(ranS, 1.0))), 0.0, kMostSteps));
}

/// Ended runs longer than a time.
struct Beyond {
    double runs = 0.0, sumS = 0.0;
};

Beyond beyond(const ServiceHistory& history, double ageS) {
    const std::size_t step = stepOf(ageS), size = history.runs.size();
    if (step >= size) {
        return {};
    }
    const auto from = [&](std::size_t s) {
        return s < size ? Beyond{static_cast<double>(history.runs[s]), history.sumS[s]} : Beyond{};
    };
    const Beyond all = from(step), next = from(step + 1);
    const bool isStepBeyond = all.sumS - next.sumS > (all.runs - next.runs) * ageS;
    return isStepBeyond ? all : next;
}

}  // namespace

void ServiceHistory::add(double ranS) {
    const std::size_t step = stepOf(ranS);
    if (step >= runs.size()) {
        runs.resize(step + 1, 0);
        sumS.resize(step + 1, 0.0);
    }
    for (std::size_t s = 0; s <= step; ++s) {
        ++runs[s];
        sumS[s] += ranS;
    }
}

double ServiceHistory::restS(double ageS) const {
    const Beyond longer = beyond(*this, ageS);
    return (kRunsOfPrior * ageS + longer.sumS - longer.runs * ageS) / (kRunsOfPrior + longer.runs);
}

double ServiceHistory::savingS(double ageS, double waitS) const {
    const Beyond longer = beyond(*this, ageS), late = beyond(*this, ageS + waitS);
    const double saved = (longer.runs - late.runs) * (waitS + ageS) - (longer.sumS - late.sumS);
    return (kRunsOfPrior * std::max(0.0, waitS - ageS) + std::max(0.0, saved)) /
           (kRunsOfPrior + longer.runs);
}

}  // namespace headroom::engine
