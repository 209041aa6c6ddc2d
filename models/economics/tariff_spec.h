// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/attribute.h"
#include "models/economics/tariff.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace headroom::models {

/// A tariff of electrical energy as a part of the catalogue. Its rates are texts, rows with
/// semicolons between them; each row is a period and a price:
///
///   jun-sep weekdays 16-21 0.17702; dec-feb,nov weekends 0.09; 0.115
///
/// Several periods of one row are joined by "+": weekdays 21-12 + weekends 9.5. Behind the price, "above 50000 0.09 above 200000 0.08" states tiers: the price of what a month has
/// beyond so many kWh (of demand, kW). Months (one, a span, several with commas), kind of day (weekdays, weekends) and hours (16-21,
/// 21:30-6) may each be left out: then the row holds in all of them. For energy the first row that fits counts; for demand
/// each row counts by itself.
struct TariffSpec {
    std::string utility;
    int priceYear = 0;
    std::string energy;  ///< USD/kWh
    std::string demand;  ///< USD/kW, of each month
    double fixedUsdPerMonth = 0.0;
    double powerFactorAtLeast = kNotStated;
    double usdPerVarS = kNotStated;
    double ratchetShare = 0.0;
    int ratchetMonths = 11;
    double previousW = 0.0;
    double leastW = 0.0;
    double leastUsdPerMonth = 0.0;
    bool isDemandInVa = false;

    static const ComponentType& type();
};

/// One row of such a text.
struct RateRow {
    TariffPeriod when;
    double price = 0.0;
    std::vector<TariffTier> above;  ///< in kWh or kW, and the unit of the price
    std::vector<TariffPeriod> also;
};

struct RateRows {
    std::vector<RateRow> rows;
    std::string
        fault;  ///< what is wrong with the first row that cannot be read; empty means nothing
    std::size_t at = 0;  ///< of that row
};

RateRows readRates(std::string_view text);

}  // namespace headroom::models
