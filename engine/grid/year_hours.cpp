// SPDX-License-Identifier: Apache-2.0
#include "engine/grid/year_hours.h"

#include "models/core/unit.h"

#include <cmath>

namespace headroom::engine {

namespace {

constexpr double kInstant = 1e-9;  ///< of an hour: times are sums

}  // namespace

std::vector<double> hoursOfYear(std::span<const double> monthHours) {
    std::vector<double> all;
    for (std::size_t month = 0; month < kDaysOfMonth.size(); ++month) {
        const auto day = monthHours.subspan(month * kHoursOfDay, kHoursOfDay);
        for (int i = 0; i < kDaysOfMonth[month]; ++i) {
            all.insert(all.end(), day.begin(), day.end());
        }
    }
    return all;
}

std::size_t hourAt(double yearS) {
    const double hour = std::floor(yearS / models::unit::hour.toSi + kInstant);
    const double ofYear = std::fmod(hour, static_cast<double>(kHoursOfYear));
    return static_cast<std::size_t>(ofYear < 0.0 ? ofYear + static_cast<double>(kHoursOfYear)
                                                 : ofYear);
}

}  // namespace headroom::engine
