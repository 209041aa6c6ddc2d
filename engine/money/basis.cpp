// SPDX-License-Identifier: Apache-2.0
#include "engine/check/headline.h"
#include "engine/money/cost.h"
#include "engine/resolve/design.h"
#include "models/economics/currency.h"
#include "models/economics/price_book.h"
#include "models/facility/grid.h"
#include "models/facility/remote_site.h"
#include "models/facility/site.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <numeric>
#include <utility>

namespace headroom::engine {

HEADROOM_SPECIAL_MEMBERS_OF(CostBasis)

namespace {

Errors refused(const char* code, std::string message, std::string remedy, std::string path) {
    Error error;
    error.code = code;
    error.message = std::move(message);
    error.remedy = std::move(remedy);
    error.path = std::move(path);
    return {std::move(error)};
}

models::EconomicsSpec economicsOf(const Project& project) {
    const auto stated = project.objectsOf("economics");
    return stated.empty() ? models::EconomicsSpec{}
                          : specOf<models::EconomicsSpec>(*stated.front());
}

/// Null where the catalogue has none.
const CatalogueEntry* bookOf(const models::EconomicsSpec& e, const Catalogue& catalogue) {
    const auto books = catalogue.entriesOf("price_book");
    return !e.priceBook.empty() ? catalogue.find("price_book", e.priceBook)
           : books.empty()      ? nullptr
                                : books.front();
}

std::string unitOf(const models::EconomicsSpec& e, const CatalogueEntry* book) {
    return book == nullptr
               ? e.currency
               : fmt::format(
                     "{} {}", e.currency,
                     static_cast<const models::PriceBookSpec*>(book->spec.get())->priceYear);
}

/// "eur": of a currency in the catalogue.
std::string idOf(std::string code) {
    std::transform(code.begin(), code.end(), code.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return code;
}

/// The rate of exchange, and where it is from.
void setCurrency(const Catalogue& catalogue, CostBasis& b) {
    const models::EconomicsSpec& e = b.economics;
    b.perUsd = 1.0;
    b.exchange.clear();
    if (e.currency == "USD") {
        return;
    }
    const CatalogueEntry* entry = catalogue.find("currency", idOf(e.currency));
    if (!std::isnan(e.perUsd) || entry == nullptr) {
        b.perUsd = e.perUsd;
        b.exchange = "as the project states";
        return;
    }
    const auto& currency = *static_cast<const models::CurrencySpec*>(entry->spec.get());
    b.perUsd = currency.perUsd;
    b.exchange = fmt::format("mean of {}, {}", currency.rateYear, entry->provenance.front().source);
}

double keptBytes(const Project& project, const models::EconomicsSpec& economics) {
    if (!std::isnan(economics.cloudBytes)) {
        return economics.cloudBytes;
    }
    double bytes = 0.0;
    for (const Object* object : project.objectsOf(models::DataSetSpec::type().id)) {
        bytes += specOf<models::DataSetSpec>(*object).bytes;
    }
    return bytes;
}

/// Fault in the project's economics.
std::optional<Errors> economicsFault(const models::EconomicsSpec& e, const Catalogue& catalogue) {
    if (e.years < 1 || e.years > 100) {
        return refused("MON-005", fmt::format("a horizon of {} years", e.years),
                       "State 1 to 100 whole years.", "/economics/years");
    }
    if (e.currency != "USD" && std::isnan(e.perUsd) &&
        catalogue.find("currency", idOf(e.currency)) == nullptr) {
        return refused("MON-004",
                       "neither project nor catalogue has a rate of exchange for " + e.currency,
                       "State currency_per_usd, how many units of it are one dollar, or one of the "
                       "currencies that headroom-cli catalog currency lists.",
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
    if (e.leasedShare > 0.0 && e.leaseYears != std::floor(e.leaseYears)) {
        return refused("MON-014", fmt::format("leases of {:g} years", e.leaseYears),
                       "State whole years: a lease is reckoned by them.", "/economics/lease_years");
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

/// Purchases of the simulated year apart from own supply, their cost and emission, with the fuel that is burnt here.
Result<void> setYear(const Project& project, CostBasis& b) {
    auto carbon = gridCarbon(project, *b.catalogue, b.economics);
    if (!carbon) {
        return tl::unexpected(std::move(carbon.error()));
    }
    b.carbon = std::move(*carbon);
    const std::vector<double> loadW = b.year.hourlyW();
    const std::vector<double> usdPerJ = hourlyPrices(b.prices);
    auto supply = supplyYear(project, *b.catalogue,
                             {loadW, b.design[Sum::FacilityJ], usdPerJ, b.carbon.average});
    if (!supply) {
        return tl::unexpected(std::move(supply.error()));
    }
    b.supply = std::move(*supply);
    const std::vector<double>& importW = b.supply ? b.supply->importW : loadW;
    b.energy = energyBill(b.prices, importW, b.year.powerFactor);
    std::vector<double> boughtW = importW;
    if (b.supply) {
        // Energy of the agreement is paid apart; the wires see all of it.
        for (std::size_t i = 0; i < boughtW.size(); ++i) {
            boughtW[i] -= b.supply->matchedW[i];
        }
        b.energy.energyUsd = energyBill(b.prices, boughtW, b.year.powerFactor).energyUsd;
    }
    const auto emitted = [](const std::vector<double>& powerW, const std::vector<double>& kgPerJ) {
        return models::unit::hour.toSi *
               std::inner_product(powerW.begin(), powerW.end(), kgPerJ.begin(), 0.0);
    };
    const double fuelKg = b.year.fuelCarbonKg;
    b.carbonKg = fuelKg + emitted(boughtW, b.carbon.average);
    b.locationKg = fuelKg + emitted(importW, b.carbon.average);
    b.marginalKg = b.carbon.marginal.empty() ? models::kNotStated
                                             : fuelKg + emitted(boughtW, b.carbon.marginal);
    return {};
}

/// Economics of the project, with the options in place of them; nothing of a year.
ResultAll<void> setEconomics(const Project& project, const CostSpec& spec, CostBasis& b) {
    const Catalogue& catalogue = *b.catalogue;
    b.economics = economicsOf(project);
    b.economics.years = spec.years.value_or(b.economics.years);
    b.economics.discountRate = spec.discountRate.value_or(b.economics.discountRate);
    b.economics.tariff = spec.tariff.value_or(b.economics.tariff);
    if (auto fault = economicsFault(b.economics, catalogue)) {
        return tl::unexpected(std::move(*fault));
    }
    setCurrency(catalogue, b);
    b.cloudBytes = keptBytes(project, b.economics);
    b.book = bookOf(b.economics, catalogue);
    if (b.book == nullptr) {
        return tl::unexpected(refused("MON-008", "the catalogue has no price book",
                                      "Give it a file price_book.json.", ""));
    }
    auto prices = energyPrices(project, catalogue, b.economics);
    if (!prices) {
        return tl::unexpected(Errors{std::move(prices.error())});
    }
    b.prices = std::move(*prices);
    b.gridPart.clear();
    if (const auto sites = project.objectsOf("site"); !sites.empty()) {
        const auto site = specOf<models::SiteSpec>(*sites.front());
        b.site = site.name;
        b.waterUsdPerM3 = site.waterUsdPerM3;
        if (b.prices.source == "grid/" + site.grid) {
            b.gridPart = site.grid;
            b.gridUsdPerJ = catalogue.spec<models::GridSpec>(site.grid)->energyUsdPerJ;
        }
    }
    return {};
}

}  // namespace

std::string moneyUnit(const CostBasis& basis) {
    return unitOf(basis.economics, basis.book);
}

std::string moneyUnit(const Project& project, const Catalogue& catalogue) {
    const models::EconomicsSpec economics = economicsOf(project);
    return unitOf(economics, bookOf(economics, catalogue));
}

ResultAll<CostBasis> repriced(const CostBasis& basis, const Project& project,
                              const CostSpec& spec) {
    CostBasis b = basis;
    if (auto done = setEconomics(project, spec, b); !done) {
        return tl::unexpected(std::move(done.error()));
    }
    if (auto done = setYear(project, b); !done) {
        return tl::unexpected(Errors{std::move(done.error())});
    }
    return b;
}

ResultAll<CostBasis> costBasis(const Project& project, const Catalogue& catalogue,
                               const CostSpec& spec, const std::function<void(double)>& progress,
                               const std::atomic<bool>* cancel) {
    CostBasis b;
    b.catalogue = &catalogue;
    if (auto done = setEconomics(project, spec, b); !done) {
        return tl::unexpected(std::move(done.error()));
    }
    DesignOptions options;
    options.study = false;
    const Design design = designOf(project, catalogue, options);
    b.design = headlineOf(design);
    b.accelerators = design.accelerators;
    for (const DesignBlock& block : design.blocks) {
        if (block.complete() && block.isLiquid()) {
            b.liquidRacks += static_cast<double>(block.racks);
        }
    }
    b.bill = billOf(project, catalogue, design.network.get());
    auto year = typicalYear(project, catalogue, spec.year, progress, cancel);
    if (!year) {
        return tl::unexpected(std::move(year.error()));
    }
    b.year = std::move(*year);
    if (auto done = setYear(project, b); !done) {
        return tl::unexpected(Errors{std::move(done.error())});
    }
    return b;
}

}  // namespace headroom::engine
