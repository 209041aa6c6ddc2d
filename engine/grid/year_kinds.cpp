// SPDX-License-Identifier: Apache-2.0
#include "engine/grid/year_kinds.h"

#include "engine/border/quantities.h"
#include "engine/exchange/site_clock.h"
#include "models/core/unit.h"
#include "models/economics/currency.h"
#include "models/facility/site.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <utility>

namespace headroom::engine {

namespace {

constexpr double kKilowattHourJ = 3.6e6, kGramsPerKilogram = 1e3;
constexpr double kLeastUsualPrice = 1e-4, kMostUsualPrice = 1.0;  // USD/kWh
constexpr double kMostPrice =
    100.0;  // markets have caps below; markets pay for taking energy at times
constexpr double kLeastUsualGrams = 1.0, kMostUsualGrams = 1300.0;  // of lignite alone

std::string lower(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text;
}

Result<YearSeries> read(const Project& project, const Catalogue& catalogue, const std::string& file,
                        const std::string& columns, YearSeriesSpec spec) {
    auto map = columnMap(columns);
    if (!map) {
        return tl::unexpected(std::move(map.error()));
    }
    spec.columns = std::move(*map);
    spec.clock = siteClockOf(project, catalogue);
    return readYearSeries(project.folder() / file, spec);
}

}  // namespace

Result<YearSeries> priceYear(const Project& project, const Catalogue& catalogue,
                             const models::EconomicsSpec& economics) {
    std::string exchanged;
    YearSeriesSpec spec;
    spec.what = "price";
    spec.heads = {"usd_per_kwh", "price", "day-ahead price",        "marketprice",  "preis",
                  "lmp",         "rrp",   "settlement point price", "total_lmp_da", "spot",
                  "value"};
    spec.unit = "USD/kWh";
    spec.least = -kMostPrice;
    spec.most = kMostPrice;
    spec.usualLeast = kLeastUsualPrice;
    spec.usualMost = kMostUsualPrice;
    spec.factorOf = [&](std::string_view word) -> std::optional<Result<double>> {
        const auto price = priceUnitOf(word);
        if (!price) {
            return std::nullopt;
        }
        if (price->currency == "USD") {
            return Result<double>(price->perUnitJ * kKilowattHourJ);
        }
        const auto* currency = catalogue.spec<models::CurrencySpec>(lower(price->currency));
        if (currency == nullptr) {
            Error error;
            error.code = "MON-006";
            error.message =
                fmt::format("the catalogue has no exchange rate of {}", price->currency);
            error.remedy =
                "Add the currency to the project's catalogue, or convert the prices to USD.";
            return Result<double>(tl::unexpected(std::move(error)));
        }
        exchanged =
            fmt::format("{} become USD at {:.4g} {} for one USD, the mean of {}.", price->currency,
                        currency->perUsd, price->currency, currency->rateYear);
        return Result<double>(price->perUnitJ * kKilowattHourJ / currency->perUsd);
    };
    auto series =
        read(project, catalogue, economics.priceFile, economics.priceColumns, std::move(spec));
    if (series && !exchanged.empty()) {
        series->notes.push_back(exchanged);
    }
    return series;
}

Result<YearSeries> carbonYear(const Project& project, const Catalogue& catalogue,
                              const std::string& file, const std::string& columns) {
    const models::Attribute& limits = *models::SiteSpec::type().find("carbon_g_per_kwh");
    YearSeriesSpec spec;
    spec.what = "carbon intensity";
    spec.heads = {"g_per_kwh",
                  "carbon intensity gCO\xe2\x82\x82"
                  "eq/kWh",
                  "carbon intensity",
                  "carbonintensity",
                  "moer",
                  "intensity.actual",
                  "intensity",
                  "value"};
    spec.unit = "g/kWh";
    spec.least = limits.minimum;
    spec.most = limits.maximum;
    spec.usualLeast = kLeastUsualGrams;
    spec.usualMost = kMostUsualGrams;
    spec.factorOf = [](std::string_view word) -> std::optional<Result<double>> {
        const auto kilograms = emissionUnitOf(word);
        return kilograms
                   ? std::optional(Result<double>(*kilograms * kKilowattHourJ * kGramsPerKilogram))
                   : std::nullopt;
    };
    return read(project, catalogue, file, columns, std::move(spec));
}

Result<YearSeries> outputYear(const Project& project, const Catalogue& catalogue,
                              const std::string& file) {
    YearSeriesSpec spec;
    spec.what = "share of the output";
    spec.heads = {"output", "value"};
    spec.unit = "1";
    spec.most = 1.0;
    spec.factorOf = [](std::string_view word) -> std::optional<Result<double>> {
        const models::MeasuredUnit* unit = word == "output" ? nullptr : unitOf(word);
        return unit != nullptr && unit->kind == models::MeasuredKind::Share
                   ? std::optional(Result<double>(unit->toSi))
                   : std::nullopt;
    };
    return read(project, catalogue, file, {}, std::move(spec));
}

}  // namespace headroom::engine
