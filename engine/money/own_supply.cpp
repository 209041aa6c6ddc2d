// SPDX-License-Identifier: Apache-2.0
#include "engine/money/own_supply.h"

#include "engine/exchange/site_weather.h"
#include "engine/grid/energy_prices.h"
#include "engine/grid/year_kinds.h"
#include "engine/money/typical_year.h"
#include "models/economics/storage_plan.h"
#include "models/facility/climate.h"
#include "models/facility/irradiance.h"
#include "models/facility/site.h"
#include "models/power/solar.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <numeric>
#include <optional>
#include <utility>

namespace headroom::engine {

namespace {

using models::OwnSupplySpec;
namespace unit = models::unit;

constexpr std::size_t kDayHours = 24;

double radians(double degrees) {
    return degrees * std::numbers::pi / 180.0;
}

Error supplyFault(const char* code, std::string message, std::string remedy, const char* key) {
    Error error;
    error.code = code;
    error.message = std::move(message);
    error.remedy = std::move(remedy);
    error.path = std::string("/own_supply/") + key;
    return error;
}

/// Sun and air of a place, by the hour.
struct SunHours {
    double latitude = 0.0, longitude = 0.0, utcOffsetS = 0.0;
    std::vector<double> globalWPerM2, diffuseWPerM2, airC;
    std::string source;
};

Result<SunHours> sunOf(const Project& project, const Catalogue& catalogue) {
    models::SiteSpec site;
    if (const auto sites = project.objectsOf("site"); !sites.empty()) {
        site = specOf<models::SiteSpec>(*sites.front());
    }
    SunHours sun;
    if (!site.weatherFile.empty()) {
        const auto* climate = catalogue.spec<models::ClimateSpec>(site.climate);
        auto epw = readEpw(project.folder() / site.weatherFile,
                           placeOf(site, climate == nullptr ? models::ClimateSpec{} : *climate));
        if (!epw) {
            return tl::unexpected(std::move(epw.error()));
        }
        sun.latitude = radians(epw->header.latitude);
        sun.longitude = radians(epw->header.longitude);
        sun.utcOffsetS = epw->header.utcOffsetH * unit::hour.toSi;
        sun.globalWPerM2 = std::move(epw->globalWPerM2);
        sun.diffuseWPerM2 = std::move(epw->diffuseWPerM2);
        sun.airC = std::move(epw->year.dryBulbC);
        sun.source = site.weatherFile;
    } else if (const auto* climate = catalogue.spec<models::ClimateSpec>(site.climate)) {
        sun.latitude = radians(climate->latitude);
        sun.longitude = radians(climate->longitude);
        sun.utcOffsetS = climate->utcOffsetS;
        if (const auto* level = catalogue.spec<models::IrradianceSpec>(site.climate)) {
            sun.globalWPerM2 = hoursOfYear(level->globalWPerM2);
            sun.diffuseWPerM2 = hoursOfYear(level->diffuseWPerM2);
        }
        sun.airC = hoursOfYear(climate->dryBulbC);
        sun.source = "climate/" + site.climate + ", means by month and hour";
    }
    if (sun.globalWPerM2.empty()) {
        return tl::unexpected(supplyFault(
            "MON-011", "neither weather file nor climate tells the irradiance of the site",
            "Give the site a weather_file with irradiance, or leave out solar_mw.", "solar_mw"));
    }
    return sun;
}

Result<void> makeSun(const Project& project, const Catalogue& catalogue, SupplyYear& year) {
    const OwnSupplySpec& spec = year.spec;
    year.solarW.assign(kHoursOfYear, 0.0);
    if (!(spec.solarW > 0.0)) {
        return {};
    }
    auto sun = sunOf(project, catalogue);
    if (!sun) {
        return tl::unexpected(std::move(sun.error()));
    }
    const models::SolarField field = models::solarFieldOf(spec, sun->latitude);
    for (std::size_t i = 0; i < kHoursOfYear; ++i) {
        const models::SunPosition at =
            models::sunPosition(sun->latitude, sun->longitude, sun->utcOffsetS,
                                unit::hour.toSi * (static_cast<double>(i) + 0.5));
        const double plane =
            models::planeIrradiance(field, at, {sun->globalWPerM2[i], sun->diffuseWPerM2[i]});
        year.solarW[i] = models::solarPowerW(field, plane, sun->airC[i]);
    }
    year.sunSource = sun->source;
    return {};
}

/// Moves what may wait from the worst hours of each day to the best, as far as the facility can draw
/// more there.
void defer(SupplyYear& year, std::span<const double> value, double mostW) {
    for (std::size_t day = 0; day < kHoursOfYear; day += kDayHours) {
        std::array<std::size_t, kDayHours> order;
        std::iota(order.begin(), order.end(), day);
        std::stable_sort(order.begin(), order.end(),
                         [&](std::size_t a, std::size_t b) { return value[a] < value[b]; });
        std::array<double, kDayHours> free{}, movable{};
        for (std::size_t i = 0; i < kDayHours; ++i) {
            free[i] = std::max(0.0, mostW - year.loadW[order[i]]);
            movable[i] = year.spec.deferred * year.loadW[order[i]];
        }
        std::size_t to = 0, from = kDayHours - 1;
        while (to < from && value[order[to]] < value[order[from]]) {
            const double moved = std::min(free[to], movable[from]);
            year.loadW[order[to]] += moved;
            year.loadW[order[from]] -= moved;
            free[to] -= moved;
            movable[from] -= moved;
            const auto apart = static_cast<double>(std::max(order[to], order[from]) -
                                                   std::min(order[to], order[from]));
            year.deferredJ += moved * unit::hour.toSi;
            year.delayS += moved * unit::hour.toSi * apart * unit::hour.toSi;
            if (free[to] <= movable[from]) {
                ++to;
            } else {
                --from;
            }
        }
    }
    year.delayS = year.deferredJ > 0.0 ? year.delayS / year.deferredJ : 0.0;
}

Result<void> makeAgreement(const Project& project, const Catalogue& catalogue, SupplyYear& year) {
    year.agreementW.assign(kHoursOfYear, year.spec.agreementW);
    if (!(year.spec.agreementW > 0.0) || year.spec.agreementFile.empty()) {
        return {};
    }
    auto output = outputYear(project, catalogue, year.spec.agreementFile);
    if (!output) {
        return tl::unexpected(std::move(output.error()));
    }
    for (std::size_t i = 0; i < kHoursOfYear; ++i) {
        year.agreementW[i] *= output->hourly[i];
    }
    return {};
}

std::optional<Error> faultOf(const OwnSupplySpec& spec) {
    if ((spec.batteryJ > 0.0) != (spec.batteryW > 0.0)) {
        return supplyFault("MON-012", "a battery has energy and power, or neither",
                           "State both battery_mwh and battery_mw.",
                           spec.batteryJ > 0.0 ? "battery_mw" : "battery_mwh");
    }
    if (spec.agreementW > 0.0 && std::isnan(spec.agreementUsdPerJ)) {
        return supplyFault("MON-012", "the power purchase agreement has no price",
                           "State agreement_usd_per_kwh.", "agreement_usd_per_kwh");
    }
    return std::nullopt;
}

double energyOf(const std::vector<double>& powerW) {
    return unit::hour.toSi * std::accumulate(powerW.begin(), powerW.end(), 0.0);
}

}  // namespace

double SupplyYear::solarJ() const {
    return energyOf(solarW);
}

double SupplyYear::matchedJ() const {
    return energyOf(matchedW);
}

double SupplyYear::agreementJ() const {
    return energyOf(agreementW);
}

double SupplyYear::exportJ() const {
    return energyOf(exportW);
}

double SupplyYear::throughBatteryJ() const {
    double joules = 0.0;
    for (const double powerW : batteryW) {
        joules += std::max(0.0, -powerW) * unit::hour.toSi;
    }
    return joules;
}

double SupplyYear::hourlyShare() const {
    double covered = 0.0;
    for (std::size_t i = 0; i < loadW.size(); ++i) {
        // Purchased energy that is not matched is the grid's; the battery may have been charged from it.
        const double fromGridW = importW[i] - matchedW[i] - std::max(0.0, batteryW[i]);
        covered += std::clamp(loadW[i] - std::max(0.0, fromGridW), 0.0, loadW[i]);
    }
    // Energy of the grid that went through the battery is not carbon-free for that.
    double gridIntoBattery = 0.0;
    for (std::size_t i = 0; i < loadW.size(); ++i) {
        gridIntoBattery += std::clamp(importW[i] - matchedW[i], 0.0, std::max(0.0, batteryW[i]));
    }
    const double all = std::accumulate(loadW.begin(), loadW.end(), 0.0);
    return all > 0.0 ? std::max(0.0, covered - gridIntoBattery * spec.batteryEfficiency) / all
                     : 0.0;
}

double SupplyYear::yearlyShare() const {
    const double all = energyOf(loadW);
    return all > 0.0 ? std::min(1.0, (solarJ() + agreementJ()) / all) : 0.0;
}

Result<std::optional<SupplyYear>> supplyYear(const Project& project, const Catalogue& catalogue,
                                             const SupplyHours& hours) {
    const auto stated = project.objectsOf("own_supply");
    if (stated.empty()) {
        return std::optional<SupplyYear>{};
    }
    SupplyYear year;
    year.spec = specOf<OwnSupplySpec>(*stated.front());
    if (auto fault = faultOf(year.spec)) {
        return tl::unexpected(std::move(*fault));
    }
    for (const auto& made :
         {makeSun(project, catalogue, year), makeAgreement(project, catalogue, year)}) {
        if (!made) {
            return tl::unexpected(made.error());
        }
    }
    year.loadW.assign(hours.loadW.begin(), hours.loadW.end());
    const std::span<const double> value =
        year.spec.follow == models::SupplyFollow::Price ? hours.usdPerJ : hours.carbonKgPerJ;
    if (year.spec.deferred > 0.0) {
        defer(year, value, hours.mostW);
    }
    std::vector<double> netW(kHoursOfYear);
    for (std::size_t i = 0; i < kHoursOfYear; ++i) {
        netW[i] = year.loadW[i] - year.solarW[i];
    }
    models::StorageHours asked;
    asked.netW = netW;
    asked.importValue = value;
    asked.exportValue =
        year.spec.follow == models::SupplyFollow::Price ? year.spec.exportUsdPerJ : 0.0;
    year.batteryW =
        models::planStorage({year.spec.batteryJ, year.spec.batteryW, year.spec.batteryEfficiency},
                            asked)
            .batteryW;
    for (std::size_t i = 0; i < kHoursOfYear; ++i) {
        const double gridW = netW[i] + year.batteryW[i];
        year.importW.push_back(std::max(0.0, gridW));
        year.exportW.push_back(std::max(0.0, -gridW));
        year.matchedW.push_back(std::min(year.importW.back(), year.agreementW[i]));
    }
    return std::optional<SupplyYear>(std::move(year));
}

Sheet supplySheet(const SupplyYear& year) {
    Sheet sheet{"Own supply",
                "Own supply",
                "A year behind the meter, hour by hour; sun of " +
                    (year.sunSource.empty() ? std::string("nowhere") : year.sunSource) + ".",
                {"what", "a year", "unit"},
                {}};
    const auto add = [&](const char* what, double value, const char* unit, double scale) {
        sheet.rows.push_back({what, std::round(value * scale) / scale, unit});
    };
    const auto mwh = [&](const char* what, double joules) {
        add(what, joules / models::unit::megawattHour.toSi, "MWh", 10.0);
    };
    mwh("load", energyOf(year.loadW));
    mwh("from the sun", year.solarJ());
    mwh("out of the battery", year.throughBatteryJ());
    mwh("bought", energyOf(year.importW));
    mwh("of it matched by the agreement in the same hour", year.matchedJ());
    mwh("delivered by the agreement", year.agreementJ());
    mwh("sold", year.exportJ());
    mwh("deferred", year.deferredJ);
    add("mean delay of that", year.delayS / unit::hour.toSi, "h", 10.0);
    add("highest import", *std::max_element(year.importW.begin(), year.importW.end()) / 1e3, "kW",
        1.0);
    add("carbon-free around the clock", 100.0 * year.hourlyShare(), "%", 10.0);
    add("carbon-free over the year", 100.0 * year.yearlyShare(), "%", 10.0);
    return sheet;
}

}  // namespace headroom::engine
