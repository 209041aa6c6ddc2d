// SPDX-License-Identifier: Apache-2.0
#include "engine/check/headline.h"
#include "engine/money/cost.h"
#include "engine/resolve/design.h"
#include "models/facility/grid.h"
#include "models/facility/site.h"

#include <fmt/format.h>

#include <cmath>
#include <numeric>
#include <utility>

namespace headroom::engine {

namespace {

Errors refused(const char* code, std::string message, std::string remedy, std::string path) {
    Error error;
    error.code = code;
    error.message = std::move(message);
    error.remedy = std::move(remedy);
    error.path = std::move(path);
    return {std::move(error)};
}

/// What is wrong with how the project wants its money reckoned.
std::optional<Errors> economicsFault(const models::EconomicsSpec& e, const Catalogue& catalogue) {
    if (e.years < 1 || e.years > 100) {
        return refused("MON-005", fmt::format("a horizon of {} years", e.years),
                       "State 1 to 100 whole years.", "/economics/years");
    }
    if (e.currency != "USD" && std::isnan(e.perUsd)) {
        return refused("MON-004", "no rate of exchange is stated for " + e.currency,
                       "State currency_per_usd, how many units of it are one dollar.",
                       "/economics/currency");
    }
    const double phases = std::accumulate(e.phasesPct.begin(), e.phasesPct.end(), 0.0);
    if (!e.phasesPct.empty() && std::abs(phases - 100.0) > 0.01) {
        return refused("MON-007", fmt::format("the phases are {:g} % together", phases),
                       "State shares that sum to 100.", "/economics/phases_pct");
    }
    if (static_cast<int>(e.phasesPct.size()) > e.years) {
        return refused(
            "MON-007",
            fmt::format("{} phases in a horizon of {} years", e.phasesPct.size(), e.years),
            "Let the last phase begin within the horizon.", "/economics/phases_pct");
    }
    if (!e.tariff.empty() && catalogue.find("tariff", e.tariff) == nullptr) {
        std::vector<std::string> known;
        for (const CatalogueEntry* entry : catalogue.entriesOf("tariff")) {
            known.push_back(entry->id);
        }
        const std::string near = nearest(e.tariff, known);
        return refused(
            "MON-008", "there is no tariff \"" + e.tariff + "\"",
            near.empty() ? "headroom-cli catalog tariff lists them." : "Did you mean " + near + "?",
            "/economics/tariff");
    }
    return std::nullopt;
}

/// Of the run, or by the hours of a file: then what the grid's intensity made of the energy that was
/// bought is taken off, and fuel burnt here stays.
Result<void> addCarbon(const Project& project, const Catalogue& catalogue, CostBasis& b) {
    b.carbonKg = b.year.sums[Sum::CarbonKg];
    b.carbonSource = "site or grid";
    if (b.economics.carbonFile.empty()) {
        return {};
    }
    const models::Attribute& limits = *models::SiteSpec::type().find("carbon_g_per_kwh");
    const auto grams = hourlyColumn(project.folder() / b.economics.carbonFile, "g_per_kwh",
                                    limits.minimum, limits.maximum);
    if (!grams) {
        return tl::unexpected(grams.error());
    }
    double perJ = 0.0;
    if (const auto sites = project.objectsOf("site"); !sites.empty()) {
        const auto site = specOf<models::SiteSpec>(*sites.front());
        const auto* grid = catalogue.spec<models::GridSpec>(site.grid);
        perJ = !std::isnan(site.carbonKgPerJ) ? site.carbonKgPerJ
               : grid != nullptr              ? grid->carbonKgPerJ
                                              : 0.0;
    }
    b.carbonKg -= perJ * b.year.sums[Sum::UtilityJ];
    const std::vector<double> powerW = b.year.hourlyW();
    for (std::size_t i = 0; i < powerW.size(); ++i) {
        b.carbonKg += powerW[i] * models::unit::hour.toSi * (*grams)[i] *
                      models::unit::gramPerKilowattHour.toSi;
    }
    b.carbonSource = b.economics.carbonFile;
    return {};
}

}  // namespace

ResultAll<CostBasis> costBasis(const Project& project, const Catalogue& catalogue,
                               const CostSpec& spec, const std::function<void(double)>& progress,
                               const std::atomic<bool>* cancel) {
    CostBasis b;
    b.catalogue = &catalogue;
    if (const auto stated = project.objectsOf("economics"); !stated.empty()) {
        b.economics = specOf<models::EconomicsSpec>(*stated.front());
    }
    b.economics.years = spec.years.value_or(b.economics.years);
    b.economics.tariff = spec.tariff.value_or(b.economics.tariff);
    if (auto fault = economicsFault(b.economics, catalogue)) {
        return tl::unexpected(std::move(*fault));
    }
    b.perUsd = b.economics.currency == "USD" ? 1.0 : b.economics.perUsd;
    const auto books = catalogue.entriesOf("price_book");
    b.book = b.economics.priceBook.empty() ? (books.empty() ? nullptr : books.front())
                                           : catalogue.find("price_book", b.economics.priceBook);
    if (b.book == nullptr) {
        return tl::unexpected(refused("MON-008", "the catalogue has no price book",
                                      "Give it a file price_book.json.", ""));
    }
    auto prices = energyPrices(project, catalogue, b.economics);
    if (!prices) {
        return tl::unexpected(Errors{std::move(prices.error())});
    }
    b.prices = std::move(*prices);
    DesignOptions options;
    options.study = false;
    const Design design = designOf(project, catalogue, options);
    b.design = headlineOf(design);
    for (const DesignBlock& block : design.blocks) {
        if (block.complete() && block.isLiquid()) {
            b.liquidRacks += static_cast<double>(block.racks);
        }
    }
    if (const auto sites = project.objectsOf("site"); !sites.empty()) {
        const auto site = specOf<models::SiteSpec>(*sites.front());
        b.site = site.name;
        b.waterUsdPerM3 = site.waterUsdPerM3;
        if (b.prices.source == "grid/" + site.grid) {
            b.gridPart = site.grid;
            b.gridUsdPerJ = catalogue.spec<models::GridSpec>(site.grid)->energyUsdPerJ;
        }
    }
    b.bill = billOf(project, catalogue, design.network.get());
    auto year = typicalYear(project, catalogue, spec.year, progress, cancel);
    if (!year) {
        return tl::unexpected(std::move(year.error()));
    }
    b.year = std::move(*year);
    b.energy = energyBill(b.prices, b.year);
    if (auto done = addCarbon(project, catalogue, b); !done) {
        return tl::unexpected(Errors{std::move(done.error())});
    }
    return b;
}

}  // namespace headroom::engine
