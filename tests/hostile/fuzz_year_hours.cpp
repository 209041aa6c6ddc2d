// SPDX-License-Identifier: Apache-2.0
#include "engine/grid/year_hours.h"
#include "engine/grid/year_series.h"
#include "tests/hostile/invariant.h"
#include "tests/hostile/material.h"
#include "tests/hostile/parsers.h"
#include "tests/hostile/sections.h"

#include <string>

namespace headroom::hostile {

/// A year of prices: the map of its columns in the first line, then the file.
void year_hours(std::string_view bytes) {
    constexpr double kLeast = -1000.0, kMost = 10'000.0;
    const auto [map, table] = splitLine(bytes);
    const auto path = scratchFile("hours.csv", table);
    engine::YearSeriesSpec spec;
    spec.what = "price";
    spec.heads = {"price", "usd_per_mwh"};
    spec.factorOf = [](std::string_view word) -> std::optional<engine::Result<double>> {
        return word == "usd_per_mwh" || word == "USD/MWh"
                   ? std::optional<engine::Result<double>>(1.0)
                   : std::nullopt;
    };
    spec.unit = "USD/MWh";
    spec.least = kLeast;
    spec.most = kMost;
    auto columns = engine::columnMap(map);
    if (!columns) {
        requireRefusal(columns.error(), "");
    } else {
        spec.columns = std::move(*columns);
    }
    const auto read = engine::readYearSeries(path, spec);
    if (!read) {
        requireRefusal(read.error(), path.string());
        return;
    }
    require(read->hourly.size() == engine::kHoursOfYear, "a year of other hours");
    requireFinite(read->hourly, "price");
    for (const double price : read->hourly) {
        require(price >= kLeast && price <= kMost, "a price out of range");
    }
}

}  // namespace headroom::hostile
