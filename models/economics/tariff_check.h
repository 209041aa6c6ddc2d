// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/economics/tariff.h"

/// Faults in the rates of a tariff, over a whole year: hours without a price, and rates that no hour uses.
namespace headroom::models {

/// The first moment of a year for which none of these periods holds.
struct TariffGap {
    int month = 1;
    bool isWeekend = false;
    double hour = 0.0;
};

std::optional<TariffGap> tariffGap(std::span<const EnergyRate> rates);

/// Index of the first rate that never counts, because rates before it hold at all of its hours.
std::optional<std::size_t> hiddenRate(std::span<const EnergyRate> rates);

}  // namespace headroom::models
