// SPDX-License-Identifier: Apache-2.0
#include "engine/grid/energy_prices.h"

#include "engine/grid/year_kinds.h"
#include "models/core/calendar.h"
#include "models/economics/tariff_check.h"
#include "models/economics/tariff_spec.h"
#include "models/facility/grid.h"
#include "models/facility/site.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>

namespace headroom::engine {

namespace {

double yearStartS() {
    return models::calendarTimeS(fmt::format("{}-01-01", kReferenceYear));
}

Error moneyError(const char* code, std::string message, std::string remedy) {
    Error error;
    error.code = code;
    error.message = std::move(message);
    error.remedy = std::move(remedy);
    return error;
}

Result<std::vector<models::RateRow>> ratesOf(const std::string& tariff, const char* key,
                                             const std::string& text) {
    models::RateRows read = models::readRates(text);
    if (!read.fault.empty()) {
        return tl::unexpected(moneyError(
            "MON-001",
            fmt::format("row {} of {} of tariff {}: {}", read.at + 1, key, tariff, read.fault),
            "A row is months, weekdays or weekends, hours and a price: jun-sep weekdays 16-21 "
            "0.177"));
    }
    return std::move(read.rows);
}

Result<void> checkRates(const std::string& tariff, const models::Tariff& t) {
    if (const auto gap = models::tariffGap(t.energy)) {
        return tl::unexpected(moneyError(
            "MON-002",
            fmt::format("tariff {} has a gap: no price of energy in month {} on {} at {:.2f} h",
                        tariff, gap->month, gap->isWeekend ? "weekends" : "weekdays", gap->hour),
            "End its rows with one that has a price alone: it holds at all other hours."));
    }
    if (const auto hidden = models::hiddenRate(t.energy)) {
        return tl::unexpected(moneyError(
            "MON-003",
            fmt::format("row {} of energy of tariff {} overlaps with rows before it at all of its "
                        "hours, and never counts",
                        *hidden + 1, tariff),
            "The first row that fits counts: put the narrower one first, or delete it."));
    }
    return {};
}

std::vector<models::TariffTier> tiersOf(const models::RateRow& row, const models::Unit& amount,
                                        double priceToSi) {
    std::vector<models::TariffTier> tiers;
    for (const models::TariffTier& tier : row.above) {
        tiers.push_back({tier.from * amount.toSi, tier.usd * priceToSi});
    }
    return tiers;
}

Result<EnergyPrices> catalogueTariff(const Catalogue& catalogue, const std::string& id) {
    const auto* spec = catalogue.spec<models::TariffSpec>(id);
    auto energy = ratesOf(id, "energy_usd_per_kwh", spec->energy);
    auto demand = ratesOf(id, "demand_usd_per_kw", spec->demand);
    if (!energy || !demand) {
        return tl::unexpected(!energy ? energy.error() : demand.error());
    }
    EnergyPrices prices;
    prices.source = "tariff/" + id;
    prices.priceYear = spec->priceYear;
    models::Tariff& t = prices.tariff;
    for (const models::RateRow& row : *energy) {
        t.energy.push_back(
            {row.when, row.price * models::unit::dollarPerKilowattHour.toSi,
             tiersOf(row, models::unit::kilowattHour, models::unit::dollarPerKilowattHour.toSi),
             row.also});
    }
    for (const models::RateRow& row : *demand) {
        t.demand.push_back({row.when, row.price / models::unit::kilowatt.toSi,
                            tiersOf(row, models::unit::kilowatt, 1.0 / models::unit::kilowatt.toSi),
                            row.also});
    }
    t.fixedUsdPerMonth = spec->fixedUsdPerMonth;
    if (!std::isnan(spec->powerFactorAtLeast) && !std::isnan(spec->usdPerVarS)) {
        t.reactive = models::ReactiveRate{spec->powerFactorAtLeast, spec->usdPerVarS};
    }
    t.ratchetShare = spec->ratchetShare;
    t.ratchetMonths = spec->ratchetMonths;
    t.previousW = spec->previousW;
    t.leastW = spec->leastW;
    t.leastUsdPerMonth = spec->leastUsdPerMonth;
    t.isDemandInVa = spec->isDemandInVa;
    if (auto fine = checkRates(id, t); !fine) {
        return tl::unexpected(std::move(fine.error()));
    }
    return prices;
}

/// One price, or two with the peak hours of the site.
EnergyPrices sitePrices(const Catalogue& catalogue, const models::SiteSpec& site) {
    EnergyPrices prices;
    const auto* grid = catalogue.spec<models::GridSpec>(site.grid);
    const bool own = !std::isnan(site.energyUsdPerJ);
    prices.source = own ? "site" : "grid/" + site.grid;
    const double flat = own ? site.energyUsdPerJ : grid != nullptr ? grid->energyUsdPerJ : 0.0;
    if (!std::isnan(site.peakUsdPerJ)) {
        models::TariffPeriod peak;
        peak.fromH = site.peakFromS / models::unit::hour.toSi;
        peak.toH = site.peakToS / models::unit::hour.toSi;
        prices.tariff.energy.push_back({peak, site.peakUsdPerJ, {}, {}});
    }
    prices.tariff.energy.push_back({models::TariffPeriod{}, flat, {}, {}});
    return prices;
}

}  // namespace

Result<EnergyPrices> energyPrices(const Project& project, const Catalogue& catalogue,
                                  const models::EconomicsSpec& economics) {
    EnergyPrices prices;
    if (!economics.tariff.empty()) {
        auto tariff = catalogueTariff(catalogue, economics.tariff);
        if (!tariff) {
            return tariff;
        }
        prices = std::move(*tariff);
    } else {
        const auto sites = project.objectsOf("site");
        prices = sitePrices(
            catalogue, sites.empty() ? models::SiteSpec{} : specOf<models::SiteSpec>(*sites[0]));
    }
    if (!economics.priceFile.empty()) {
        auto series = priceYear(project, catalogue, economics);
        if (!series) {
            return tl::unexpected(std::move(series.error()));
        }
        for (double& price : series->hourly) {
            price *= models::unit::dollarPerKilowattHour.toSi;
        }
        prices.hourlyUsdPerJ = std::move(series->hourly);
        prices.notes = std::move(series->notes);
        prices.source += ", hourly prices of " + economics.priceFile;
    }
    return prices;
}

models::TariffBill energyBill(const EnergyPrices& prices, std::span<const double> hourlyW,
                              double powerFactor) {
    models::MeteredLoad load;
    load.fromS = yearStartS();
    load.stepS = models::unit::hour.toSi;
    load.powerW = hourlyW;
    load.powerFactor = powerFactor;
    load.pricesUsdPerJ = prices.hourlyUsdPerJ;
    return models::tariffBill(prices.tariff, load);
}

std::vector<double> hourlyPrices(const EnergyPrices& prices) {
    if (!prices.hourlyUsdPerJ.empty()) {
        return prices.hourlyUsdPerJ;
    }
    std::vector<double> usdPerJ;
    for (std::size_t i = 0; i < kHoursOfYear; ++i) {
        const double timeS =
            yearStartS() + models::unit::hour.toSi * (static_cast<double>(i) + 0.5);
        const models::EnergyRate* rate =
            models::rateAt(prices.tariff.energy, models::tariffTime(timeS));
        usdPerJ.push_back(rate != nullptr ? rate->lastUsdPerJ() : 0.0);
    }
    return usdPerJ;
}

}  // namespace headroom::engine
