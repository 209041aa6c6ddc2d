// SPDX-License-Identifier: Apache-2.0
#include "engine/grid/energy_prices.h"
#include "tests/hostile/invariant.h"
#include "tests/hostile/material.h"
#include "tests/hostile/parsers.h"

namespace headroom::hostile {

/// Hourly prices or carbon of a year.
void year_hours(std::string_view bytes) {
    const auto path = scratchFile("hours.csv", bytes);
    const auto read = engine::hourlyColumn(path, "usd_per_mwh", -1000.0, 10'000.0);
    if (!read) {
        requireRefusal(read.error(), path.string());
        return;
    }
    require(read->size() == engine::kHoursOfYear, "a year of other hours");
    requireFinite(*read, "price");
    for (const double price : *read) {
        require(price >= -1000.0 && price <= 10'000.0, "a price out of range");
    }
}

}  // namespace headroom::hostile
