// SPDX-License-Identifier: Apache-2.0
#include "engine/money/sites.h"

#include "engine/base/json.h"
#include "engine/sizing/refit.h"
#include "models/economics/money_units.h"
#include "models/economics/site_option.h"
#include "models/facility/climate.h"
#include "models/facility/distance.h"
#include "models/facility/site.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace headroom::engine {

namespace {

void setFigure(Object& object, std::string_view key, models::Value value) {
    const models::Attribute* a = object.type->find(key);
    object.values[static_cast<std::size_t>(a - object.type->attributes.data())] = std::move(value);
}

/// Other statements of the price book for that place.
void moveRates(PriceRates& rates, const models::SiteOptionSpec& option) {
    const auto moved = [&](std::string_view key, double value) {
        const Rate& rate = rates.book(key);
        rates.move(rate.id, value);
    };
    moved("land_usd_per_m2", option.landUsdPerM2);
    moved("property_tax_pct", option.propertyTax / models::unit::percent.toSi);
    moved("staff_usd_per_year", rates.book("staff_usd_per_year").value * option.staffRatio);
    for (const std::string_view key : models::worksRates()) {
        moved(key, rates.book(key).value * option.worksRatio);
    }
}

bool isAsGood(const SiteCost& a, const SiteCost& b) {
    return a.npv <= b.npv && a.carbonKg <= b.carbonKg &&
           a.waterM3 * a.waterStress <= b.waterM3 * b.waterStress && a.leadS <= b.leadS &&
           a.tokens >= b.tokens;
}

void markPareto(std::vector<SiteCost>& sites) {
    for (SiteCost& site : sites) {
        site.isPareto =
            site.fault.empty() &&
            std::none_of(sites.begin(), sites.end(), [&](const SiteCost& other) {
                return other.fault.empty() && isAsGood(other, site) && !isAsGood(site, other);
            });
    }
}

ResultAll<std::vector<const CatalogueEntry*>> entriesNamed(const Catalogue& catalogue,
                                                           const std::vector<std::string>& ids) {
    const auto all = catalogue.entriesOf("site_option");
    if (ids.empty()) {
        return all;
    }
    std::vector<std::string> known;
    for (const CatalogueEntry* entry : all) {
        known.push_back(entry->id);
    }
    std::vector<const CatalogueEntry*> named;
    for (const std::string& id : ids) {
        const CatalogueEntry* entry = catalogue.find("site_option", id);
        if (entry == nullptr) {
            Error error;
            error.code = "MON-010";
            error.message = "there is no site \"" + id + "\"";
            const std::string near = nearest(id, known);
            error.remedy = near.empty() ? "headroom-cli catalog site_option lists them."
                                        : "Did you mean " + near + "?";
            return tl::unexpected(Errors{std::move(error)});
        }
        named.push_back(entry);
    }
    return named;
}

double roundTripS(const models::ClimateSpec* from, const models::ClimateSpec* to) {
    if (from == nullptr || to == nullptr) {
        return models::kNotStated;
    }
    return models::fibreRoundTripS(
        models::greatCircleM({from->latitude, from->longitude}, {to->latitude, to->longitude}));
}

}  // namespace

Project atSite(const Project& project, const CatalogueEntry& entry) {
    const auto& option = *static_cast<const models::SiteOptionSpec*>(entry.spec.get());
    Project moved = project;
    for (Object& object : moved.objects) {
        if (object.type == &models::EconomicsSpec::type() &&
            specOf<models::EconomicsSpec>(object).taxRate > 0.0) {
            setFigure(object, "tax_rate_pct", option.incomeTax / models::unit::percent.toSi);
        }
        if (object.type != &models::SiteSpec::type()) {
            continue;
        }
        setFigure(object, "name", entry.name);
        setFigure(object, "climate", option.climate);
        setFigure(object, "grid", option.grid);
        setFigure(object, "water_usd_per_m3", option.waterUsdPerM3);
        // The project's statements about its own place do not hold there.
        for (const char* key :
             {"weather_file", "energy_usd_per_kwh", "peak_usd_per_kwh", "carbon_g_per_kwh"}) {
            setFigure(object, key, models::Value{});
        }
    }
    return moved;
}

ResultAll<std::vector<SiteCost>> siteCosts(const Project& project, const Catalogue& catalogue,
                                           const CostSpec& spec,
                                           const std::vector<std::string>& ids,
                                           const std::function<void(double)>& progress,
                                           const std::atomic<bool>* cancel) {
    const auto entries = entriesNamed(catalogue, ids);
    if (!entries) {
        return tl::unexpected(entries.error());
    }
    const models::ClimateSpec* home = nullptr;
    if (const auto own = project.objectsOf("site"); !own.empty()) {
        home = catalogue.spec<models::ClimateSpec>(specOf<models::SiteSpec>(*own.front()).climate);
    }
    std::vector<SiteCost> sites;
    for (const CatalogueEntry* entry : *entries) {
        const auto& option = *static_cast<const models::SiteOptionSpec*>(entry->spec.get());
        const Refit refit = refitFor(project, atSite(project, *entry), catalogue);
        SiteCost site;
        site.plant = refit.changes;
        site.plant.insert(site.plant.end(), refit.lacks.begin(), refit.lacks.end());
        site.waterStress = option.waterStress;
        site.roundTripS = roundTripS(home, catalogue.spec<models::ClimateSpec>(option.climate));
        site.id = entry->id;
        site.name = entry->name;
        CostSpec there = spec;
        there.tariff = option.tariff;
        const double done = static_cast<double>(sites.size());
        const auto basis = costBasis(
            refit.project, catalogue, there,
            [&](double share) {
                if (progress) {
                    progress((done + share) / static_cast<double>(entries->size()));
                }
            },
            cancel);
        if (cancel != nullptr && *cancel) {
            break;
        }
        if (!basis) {
            site.fault = basis.error().front().message;
            sites.push_back(std::move(site));
            continue;
        }
        PriceRates rates(catalogue, *basis->book);
        moveRates(rates, option);
        const Cost cost = costOf(*basis, rates);
        const Sums& s = basis->year.sums;
        site.leadS = std::max(option.leadS, rates.book("plant_lead_weeks").si());
        site.npv = models::usdOf(cost.npvTotal);
        site.perUsedHour = cost.output("used_hour")->each;
        site.energyPerYear = basis->energy.usd() * basis->perUsd;
        site.pue = s[Sum::FacilityJ] / s[Sum::ItJ];
        site.carbonKg = basis->carbonKg;
        site.waterM3 = s[Sum::WaterM3];
        site.hottestChipC = s[Sum::HottestChipC];
        site.tokens = s[Sum::Tokens];
        site.idle = basis->year.idle;
        sites.push_back(std::move(site));
    }
    markPareto(sites);
    std::stable_sort(sites.begin(), sites.end(), [](const SiteCost& a, const SiteCost& b) {
        return a.fault.empty() != b.fault.empty() ? a.fault.empty() : a.npv < b.npv;
    });
    return sites;
}

Sheet sitesSheet(const std::vector<SiteCost>& sites, const std::string& currency) {
    Sheet sheet{"Sites",
                "The same facility at other sites",
                "Unchanged jobs, heat rejection sized for the climate, prices of each place. Best: "
                "no other "
                "site is as good in cost, carbon, water x stress, time to power and tokens, and "
                "better in one.",
                {"site", "present value " + currency, currency + "/used h",
                 "energy a year " + currency, "PUE", "t CO2 of operation a year", "m3 water a year",
                 "water stress", "months to power", "ms to own site", "hottest chip C",
                 "10^12 tokens a year", "best", "plant", "jobs that never ran"},
                {}};
    const auto rounded = [](double value, double scale) {
        return std::round(value * scale) / scale;
    };
    for (const SiteCost& site : sites) {
        if (!site.fault.empty()) {
            std::vector<SheetCell> row(sheet.columns.size(), std::string());
            row[0] = site.name + ": " + site.fault;
            sheet.rows.push_back(std::move(row));
            continue;
        }
        sheet.rows.push_back({site.name, std::round(site.npv), rounded(site.perUsedHour, 1e4),
                              std::round(site.energyPerYear), rounded(site.pue, 1e3),
                              std::round(site.carbonKg / 1e3), std::round(site.waterM3),
                              site.waterStress, std::round(site.leadS / models::unit::month.toSi),
                              rounded(site.roundTripS * 1e3, 10.0),
                              rounded(site.hottestChipC, 10.0), rounded(site.tokens / 1e12, 1e3),
                              std::string(site.isPareto ? "yes" : ""),
                              fmt::format("{}", fmt::join(site.plant, "; ")), idleText(site.idle)});
    }
    return sheet;
}

std::string sitesJson(const std::vector<SiteCost>& sites) {
    nlohmann::ordered_json json = nlohmann::ordered_json::array();
    for (const SiteCost& site : sites) {
        if (!site.fault.empty()) {
            json.push_back({{"id", site.id}, {"name", site.name}, {"fault", site.fault}});
            continue;
        }
        json.push_back({{"id", site.id},
                        {"name", site.name},
                        {"npv", site.npv},
                        {"per_used_hour", site.perUsedHour},
                        {"energy_per_year", site.energyPerYear},
                        {"pue", site.pue},
                        {"carbon_kg", site.carbonKg},
                        {"water_m3", site.waterM3},
                        {"hottest_chip_c", site.hottestChipC},
                        {"tokens", site.tokens},
                        {"water_stress", site.waterStress},
                        {"lead_s", site.leadS},
                        {"round_trip_s", site.roundTripS},
                        {"plant", site.plant},
                        {"idle_jobs", idleText(site.idle)},
                        {"pareto", site.isPareto}});
    }
    return jsonText(json, 2);
}

}  // namespace headroom::engine
