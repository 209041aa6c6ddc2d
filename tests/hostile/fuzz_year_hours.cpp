// SPDX-License-Identifier: Apache-2.0
#include "engine/border/quantities.h"
#include "engine/grid/year_hours.h"
#include "engine/grid/year_series.h"
#include "tests/hostile/invariant.h"
#include "tests/hostile/material.h"
#include "tests/hostile/parsers.h"

namespace headroom::hostile {

/// Prices or carbon of a year.
void year_hours(std::string_view bytes) {
    const auto path = scratchFile("hours.csv", bytes);
    engine::YearSeriesSpec spec;
    spec.what = "price";
    spec.heads = {"usd_per_mwh"};
    spec.unit = "USD/MWh";
    spec.least = -1000.0;
    spec.most = 10'000.0;
    spec.factorOf = [](std::string_view word) -> std::optional<engine::Result<double>> {
        return engine::priceUnitOf(word) ? std::optional(engine::Result<double>(1.0)) : std::nullopt;
    };
    const auto read = engine::readYearSeries(path, spec);
    if (!read) {
        requireRefusal(read.error(), path.string());
        return;
    }
    require(read->hourly.size() == engine::kHoursOfYear, "a year of other hours");
    requireFinite(read->hourly, "price");
    for (const double price : read->hourly) {
        require(price >= -1000.0 && price <= 10'000.0, "a price out of range");
    }
}

}  // namespace headroom::hostile
