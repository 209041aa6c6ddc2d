// SPDX-License-Identifier: Apache-2.0
#include "models/economics/own_or_rent.h"

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

double heldPerMonth(const OwnOrRent& q) {
    return kMonthH * q.accelerators * q.utilisation;
}

}  // namespace

double shareOfHours(double heldHoursPerYear, double accelerators) {
    return heldHoursPerYear / (kYearH * accelerators);
}

double ownUsdPerHour(const OwnOrRent& q, double utilisation) {
    return q.ownUsdPerYear / (kYearH * q.accelerators * utilisation) + q.ownUsdPerUsedHour;
}

double ownUsdBy(const OwnOrRent& q, double month) {
    return q.capitalUsd + q.fixedUsdPerYear * month / 12.0 +
           heldPerMonth(q) * month * q.ownUsdPerUsedHour;
}

double rentUsdBy(const OwnOrRent& q, double month) {
    return heldPerMonth(q) * month * q.rentUsdPerHour;
}

double breakEvenUtilisation(const OwnOrRent& q) {
    const double saved = q.rentUsdPerHour - q.ownUsdPerUsedHour;
    if (!(saved > 0.0) || !(q.accelerators > 0.0)) {
        return kNever;
    }
    return q.ownUsdPerYear / (kYearH * q.accelerators * saved);
}

double breakEvenMonth(const OwnOrRent& q) {
    const double perMonth =
        heldPerMonth(q) * (q.rentUsdPerHour - q.ownUsdPerUsedHour) - q.fixedUsdPerYear / 12.0;
    if (!(perMonth > 0.0) || q.capitalUsd > kMostMonths * perMonth) {
        return kNever;
    }
    // The quotient says which month it is but for its last bit: the definition decides.
    double month = std::max(1.0, std::ceil(q.capitalUsd / perMonth) - 1.0);
    while (ownUsdBy(q, month) > rentUsdBy(q, month)) {
        month += 1.0;
    }
    return month;
}

}  // namespace headroom::models
