// SPDX-License-Identifier: Apache-2.0
#include "engine/run/step_length.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace headroom::engine {

namespace {

constexpr double kDayS = 86400.0;
constexpr double kHourS = 3600.0;
constexpr double kQuarterS = 900.0;
constexpr double kServicesS = 60.0;
constexpr double kInstant = 1e-9;  ///< of a step: times are sums

double longestOf(const Plant& plant) {
    return !plant.loadTraces.empty() ? plant.stepS : !plant.services.empty() ? kServicesS : kHourS;
}

}  // namespace

StepLength::StepLength(const Plant& plant, bool grows)
    : baseS_(plant.stepS),
      longestS_(longestOf(plant)),
      fromMidnightS_(std::fmod(plant.startYearS, kDayS)),
      peakFromS_(plant.peakFromS),
      peakToS_(plant.peakToS),
      grows_(grows) {}

/// The end of the hour of the day.
double StepLength::nextHourS(double timeS) const {
    return kHourS * (std::floor((timeS + fromMidnightS_) / kHourS + kInstant) + 1.0) -
           fromMidnightS_;
}

/// When the tariff next changes between its peak hours and the others; infinity: it does not.
double StepLength::nextTariffS(double timeS) const {
    if (peakFromS_ == peakToS_) {
        return std::numeric_limits<double>::infinity();
    }
    const auto nextS = [&](double edgeS) {
        const double days = std::floor((timeS + fromMidnightS_ - edgeS) / kDayS + kInstant) + 1.0;
        return days * kDayS + edgeS - fromMidnightS_;
    };
    return std::min(nextS(peakFromS_), nextS(peakToS_));
}

double StepLength::endS(double timeS, double quietS, double notBeyondS) const {
    const double next = std::floor(timeS / baseS_ + kInstant) + 1.0;
    if (!grows_) {
        return next * baseS_;
    }
    const double latestS = std::min(
        {timeS + std::min(quietS, longestS_), nextHourS(timeS), nextTariffS(timeS), notBeyondS});
    return std::max(next, std::floor(latestS / baseS_ + kInstant)) * baseS_;
}

double StepLength::cutS(double timeS, double eventS) const {
    const double next = std::floor(timeS / baseS_ + kInstant) + 1.0;
    return baseS_ * std::max(next, std::ceil(eventS / baseS_ - kInstant));
}

double StepLength::shownS(double timeS, double eventS) const {
    const double quarterS =
        kQuarterS * std::ceil((eventS + fromMidnightS_) / kQuarterS - kInstant) - fromMidnightS_;
    return cutS(timeS, quarterS);
}

}  // namespace headroom::engine
