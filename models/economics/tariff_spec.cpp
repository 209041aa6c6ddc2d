// SPDX-License-Identifier: Apache-2.0
#include "models/economics/tariff_spec.h"

#include "models/economics/money_units.h"

#include <array>
#include <charconv>

namespace headroom::models {

namespace {

using T = TariffSpec;

constexpr auto kTariffAttributes = std::to_array<Attribute>({
    text<&T::utility>("utility", "Utility", {.doc = "Utility that bills the tariff."}),
    integer<&T::priceYear>(
        "price_year", "Price year",
        {.min = 1990, .max = 2200, .required = true, .doc = "Year of the prices."}),
    text<&T::energy>(
        "energy_usd_per_kwh", "Energy",
        {.required = true,
         .doc = "Rows of period and USD/kWh, as jun-sep weekdays 16-21 0.177; 0.115: the first "
                "that fits counts."}),
    text<&T::demand>("demand_usd_per_kw", "Demand",
                     {.doc = "Rows of period and USD/kW of the highest hour of each month in it; "
                             "each row counts."}),
    number<&T::fixedUsdPerMonth>("fixed_usd_per_month", "Fee", unit::dollarPerCalendarMonth,
                                 {.min = 0, .max = 1e9, .doc = "Fee for each calendar month."}),
    number<&T::powerFactorAtLeast>(
        "power_factor_at_least", "Power factor agreed", unit::none,
        {.min = 0.5, .max = 1, .doc = "From which on no reactive energy is billed."}),
    number<&T::usdPerVarS>("usd_per_kvarh", "Reactive energy", unit::dollarPerKilovarHour,
                           {.min = 0, .max = 10, .doc = "Above that of the agreed power factor."}),
    number<&T::ratchetShare>(
        "ratchet_pct", "Ratchet", unit::percent,
        {.min = 0,
         .max = 100,
         .doc = "Share of the highest demand of the months before that is billed at least."}),
    integer<&T::ratchetMonths>("ratchet_months", "Ratchet over",
                               {.min = 0, .max = 60, .doc = "Months before; 11 where not stated."}),
    number<&T::previousW>("previous_demand_kw", "Demand before", unit::kilowatt,
                          {.min = 0,
                           .max = 1e7,
                           .doc = "Highest demand of the months before the first one, for the "
                                  "ratchet; kVA where demand is in kVA."}),
    number<&T::leastW>(
        "least_demand_kw", "Least demand", unit::kilowatt,
        {.min = 0,
         .max = 1e7,
         .doc = "Demand that is billed at least in each month; kVA where demand is in kVA."}),
    number<&T::leastUsdPerMonth>(
        "least_usd_per_month", "Least charge", unit::dollarPerCalendarMonth,
        {.min = 0, .max = 1e9, .doc = "Sum that is billed at least in each calendar month."}),
    boolean<&T::isDemandInVa>(
        "demand_in_kva", "Demand in kVA",
        {.doc = "Demand is apparent power: prices of demand are USD/kVA, its tiers kVA."}),
});

constexpr auto kMonthWords = std::to_array<std::string_view>(
    {"jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"});

std::string_view takeUntil(std::string_view& text, char end) {
    const auto at = text.find(end);
    const std::string_view head = text.substr(0, at);
    text = at == std::string_view::npos ? std::string_view{} : text.substr(at + 1);
    return head;
}

bool readNumber(std::string_view text, double& value) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc{} && end == text.data() + text.size();
}

int monthOf(std::string_view word) {
    for (std::size_t i = 0; i < kMonthWords.size(); ++i) {
        if (kMonthWords[i] == word) {
            return static_cast<int>(i);
        }
    }
    return -1;
}

/// "jan", "jun-sep", "nov-feb", "jan,jun-sep".
bool readMonths(std::string_view text, std::uint16_t& all) {
    std::uint16_t months = 0;
    while (!text.empty()) {
        std::string_view span = takeUntil(text, ',');
        const int first = monthOf(takeUntil(span, '-'));
        const int last = span.empty() ? first : monthOf(span);
        if (first < 0 || last < 0) {
            return false;
        }
        for (int m = first;; m = (m + 1) % 12) {
            months = static_cast<std::uint16_t>(months | 1U << m);
            if (m == last) {
                break;
            }
        }
    }
    all = months;
    return months != 0;
}

/// "16", "16:30".
bool readHour(std::string_view text, double& hour) {
    double minutes = 0.0;
    const std::string_view whole = takeUntil(text, ':');
    if (!readNumber(whole, hour) || (!text.empty() && !readNumber(text, minutes)) ||
        !(minutes >= 0.0 && minutes < 60.0)) {
        return false;
    }
    hour += minutes / 60.0;
    return hour >= 0.0 && hour <= 24.0;
}

bool readHours(std::string_view text, TariffPeriod& when) {
    const std::string_view from = takeUntil(text, '-');
    double fromH = 0.0, toH = 0.0;
    if (!readHour(from, fromH) || !readHour(text, toH) || fromH == toH) {
        return false;
    }
    when.fromH = fromH;
    when.toH = toH;
    return true;
}

/// Fault of a row; empty if it has none.
std::string readRow(std::string_view text, RateRow& row) {
    bool hasPrice = false;
    while (!text.empty()) {
        const std::string_view word = takeUntil(text, ' ');
        if (word == "above" && hasPrice) {
            TariffTier tier;
            if (!readNumber(takeUntil(text, ' '), tier.from) ||
                !readNumber(takeUntil(text, ' '), tier.usd) || tier.usd < 0.0 ||
                tier.from <= (row.above.empty() ? 0.0 : row.above.back().from)) {
                return "\"above\" needs a rising amount and a price: above 50000 0.09";
            }
            row.above.push_back(tier);
            continue;
        }
        if (word.empty()) {
            continue;
        }
        if (word == "+" && !hasPrice) {
            row.also.push_back(row.when);
            row.when = {};
            continue;
        }
        if (hasPrice) {
            return "\"" + std::string(word) + "\" follows the price";
        }
        if (word == "weekdays" || word == "weekends") {
            row.when.days = word == "weekdays" ? TariffDays::Weekdays : TariffDays::Weekends;
        } else if (readNumber(word, row.price)) {
            hasPrice = true;
        } else if (!readMonths(word, row.when.months) && !readHours(word, row.when)) {
            return "\"" + std::string(word) + "\" is not a month, kind of day, hours or price";
        }
    }
    if (!hasPrice) {
        return "it has no price";
    }
    return row.price >= 0.0 ? "" : "its price is below 0";
}

}  // namespace

RateRows readRates(std::string_view text) {
    RateRows all;
    for (std::size_t i = 0; !text.empty(); ++i) {
        const std::string_view line = takeUntil(text, ';');
        if (line.find_first_not_of(' ') == std::string_view::npos) {
            continue;
        }
        RateRow row;
        if (std::string fault = readRow(line, row); !fault.empty()) {
            all.fault = std::move(fault);
            all.at = i;
            return all;
        }
        all.rows.push_back(row);
    }
    return all;
}

const ComponentType& TariffSpec::type() {
    static constexpr ComponentType kType{"tariff",
                                         "Tariff",
                                         "",
                                         false,
                                         "The prices a utility bills for electrical energy.",
                                         kTariffAttributes,
                                         &createSpec<TariffSpec>,
                                         &destroySpec<TariffSpec>};
    return kType;
}

}  // namespace headroom::models
