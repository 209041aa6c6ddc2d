// SPDX-License-Identifier: Apache-2.0
#include "engine/money/carbon.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace headroom::engine {

Carbon carbonOf(const CostBasis& basis, PriceRates& rates) {
    const Sums& s = basis.year.sums;
    Carbon carbon;
    const auto add = [&](const char* what, double kgPerYear, std::string rate) {
        carbon.lines.push_back({what, kgPerYear, std::move(rate)});
        carbon.kgPerYear += kgPerYear;
    };
    const auto made = [&](const char* what, const char* key, double quantity, const char* life) {
        const Rate& rate = rates.book(key);
        add(what, quantity * rate.si() / rates.book(life).si(), rate.id);
    };
    carbon.operationKg = basis.carbonKg;
    carbon.locationKg = basis.locationKg;
    carbon.marginalKg = basis.marginalKg;
    add("operation", basis.carbonKg, basis.carbon.source);
    if (s[Sum::AwayCarbonKg] > 0.0) {
        add("operation of jobs at other sites", s[Sum::AwayCarbonKg], "cloud_offer");
    }
    made("machines, made", "server_embodied_kg", basis.design[Sum::Accelerators], "it_years");
    if (basis.economics.premises != models::Premises::Colocation) {
        const double areaM2 = basis.design[Sum::FloorM2] * rates.book("building_ratio").si();
        made("plant, made", "plant_embodied_kg_per_kw", basis.design[Sum::ItJ], "plant_years");
        made("building, made", "building_embodied_kg_per_m2", areaM2, "shell_years");
    }
    if (basis.supply) {
        made("solar field, made", "solar_embodied_kg_per_kw", basis.supply->spec.solarW,
             "solar_years");
        made("battery, made", "battery_embodied_kg_per_kwh", basis.supply->spec.batteryJ,
             "battery_years");
    }
    const double itKwh = s[Sum::ItJ] / models::unit::kilowattHour.toSi;
    carbon.perItKwh = carbon.operationKg / itKwh;
    carbon.waterPerItKwh = s[Sum::WaterM3] / models::unit::litre.toSi / itKwh;
    const double held = basis.year.heldS();
    carbon.perUsedHour =
        held > 0.0 ? carbon.kgPerYear / (held / models::unit::hour.toSi) : models::kNotStated;
    const double training = basis.year.trainingShare();
    carbon.perMillionTokens = s[Sum::Tokens] > 0.0
                                  ? training * carbon.kgPerYear / (s[Sum::Tokens] / 1e6)
                                  : models::kNotStated;
    return carbon;
}

Sheet carbonSheet(const Carbon& carbon, int years) {
    Sheet sheet{"Carbon",
                "Carbon",
                "Tonnes of carbon dioxide equivalent; what was made is spread over its life.",
                {"what", "t a year", "t over the horizon", "from"},
                {}};
    const auto tonnes = [](double kg) { return std::round(kg / 10.0) / 100.0; };
    for (const CarbonLine& line : carbon.lines) {
        sheet.rows.push_back(
            {line.what, tonnes(line.kgPerYear), tonnes(years * line.kgPerYear), line.rate});
    }
    if (carbon.locationKg != carbon.operationKg) {
        sheet.rows.push_back({"operation by location, not added", tonnes(carbon.locationKg),
                              tonnes(years * carbon.locationKg),
                              "an agreement counts for nothing"});
    }
    if (std::isfinite(carbon.marginalKg)) {
        sheet.rows.push_back({"operation by marginal intensity, not added",
                              tonnes(carbon.marginalKg), tonnes(years * carbon.marginalKg),
                              "plants that answer one more kilowatt-hour"});
    }
    sheet.rows.push_back({"Sum", tonnes(carbon.kgPerYear), tonnes(years * carbon.kgPerYear), ""});
    return sheet;
}

}  // namespace headroom::engine
