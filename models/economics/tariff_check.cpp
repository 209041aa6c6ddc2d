// SPDX-License-Identifier: Apache-2.0
#include "models/economics/tariff_check.h"

#include <algorithm>

namespace headroom::models {

namespace {

/// Where rates may begin or end in a day, rising.
std::vector<double> breakpoints(std::span<const EnergyRate> rates) {
    std::vector<double> hours = {0.0};
    for (const EnergyRate& rate : rates) {
        std::vector<TariffPeriod> periods = rate.also;
        periods.push_back(rate.when);
        for (const TariffPeriod& period : periods) {
            for (const double hour : {period.fromH, period.toH}) {
                if (hour > 0.0 && hour < 24.0) {
                    hours.push_back(hour);
                }
            }
        }
    }
    std::sort(hours.begin(), hours.end());
    hours.erase(std::unique(hours.begin(), hours.end()), hours.end());
    return hours;
}

/// Calls f(month, weekend, hour) for one moment of each piece of the year in which the same rates
/// hold; stops where it says true.
template <class F>
void forEachPiece(std::span<const EnergyRate> rates, F&& f) {
    const std::vector<double> hours = breakpoints(rates);
    for (int month = 1; month <= 12; ++month) {
        for (const bool isWeekend : {false, true}) {
            for (const double hour : hours) {
                if (f(TariffTime{0, month, isWeekend, hour})) {
                    return;
                }
            }
        }
    }
}

}  // namespace

std::optional<TariffGap> tariffGap(std::span<const EnergyRate> rates) {
    std::optional<TariffGap> gap;
    forEachPiece(rates, [&](const TariffTime& time) {
        if (rateAt(rates, time) == nullptr) {
            gap = TariffGap{time.month, time.isWeekend, time.hour};
        }
        return gap.has_value();
    });
    return gap;
}

std::optional<std::size_t> hiddenRate(std::span<const EnergyRate> rates) {
    std::vector<bool> counts(rates.size(), false);
    forEachPiece(rates, [&](const TariffTime& time) {
        if (const EnergyRate* rate = rateAt(rates, time)) {
            counts[static_cast<std::size_t>(rate - rates.data())] = true;
        }
        return false;
    });
    const auto hidden = std::find(counts.begin(), counts.end(), false);
    if (hidden == counts.end()) {
        return std::nullopt;
    }
    return static_cast<std::size_t>(hidden - counts.begin());
}

}  // namespace headroom::models
