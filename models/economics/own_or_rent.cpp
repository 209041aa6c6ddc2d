// SPDX-License-Identifier: Apache-2.0
#include "models/economics/own_or_rent.h"

#include "models/economics/present_value.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace headroom::models {

namespace {

constexpr double kYearH = 8760.0;
constexpr double kMonthH = 730.0;
constexpr double kNever = std::numeric_limits<double>::quiet_NaN();
/// No plan reaches so far, and beyond 2^53 a month more would be the same number.
constexpr double kMostMonths = 1e6;

}  // namespace

double breakEvenUtilisation(const OwnOrRent& q) {
    const double saved = q.rentUsdPerHour - q.ownUsdPerUsedHour;
    if (!(saved > 0.0) || !(q.accelerators > 0.0)) {
        return kNever;
    }
    return (q.capitalUsd / annuityFactor(q.rate, q.lifeYears) + q.fixedUsdPerYear) /
           (kYearH * q.accelerators * saved);
}

double breakEvenMonth(const OwnOrRent& q) {
    const double hours = kMonthH * q.accelerators * q.utilisation;
    const auto isReached = [&](double month) {
        return q.capitalUsd + q.fixedUsdPerYear * month / 12.0 +
                   hours * month * q.ownUsdPerUsedHour <=
               hours * month * q.rentUsdPerHour;
    };
    const double perMonth =
        hours * (q.rentUsdPerHour - q.ownUsdPerUsedHour) - q.fixedUsdPerYear / 12.0;
    if (!(perMonth > 0.0) || q.capitalUsd > kMostMonths * perMonth) {
        return kNever;
    }
    // The quotient says which month it is but for its last bit: the definition decides.
    double month = std::max(1.0, std::ceil(q.capitalUsd / perMonth) - 1.0);
    while (!isReached(month)) {
        month += 1.0;
    }
    return month;
}

}  // namespace headroom::models
