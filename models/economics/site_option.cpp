// SPDX-License-Identifier: Apache-2.0
#include "models/economics/site_option.h"

#include "models/economics/money_units.h"

#include <array>

namespace headroom::models {

namespace {

using O = SiteOptionSpec;

constexpr auto kSiteOptionAttributes = std::to_array<Attribute>({
    reference<&O::climate>("climate", "Climate", "climate",
                           {.required = true, .doc = "Typical weather."}),
    reference<&O::grid>(
        "grid", "Grid region", "grid",
        {.required = true, .doc = "Carbon, and the price of energy where no tariff is stated."}),
    reference<&O::tariff>("tariff", "Tariff", "tariff", {.doc = "Tariff of electrical energy."}),
    number<&O::waterUsdPerM3>("water_usd_per_m3", "Water price", unit::dollarPerCubicMetre,
                              {.min = 0, .max = 100, .required = true, .doc = "With sewer."}),
    number<&O::landUsdPerM2>(
        "land_usd_per_m2", "Land", unit::dollarPerSquareMetre,
        {.min = 0, .max = 1e5, .required = true, .doc = "Price of the site's land."}),
    number<&O::worksRatio>(
        "works_ratio", "Works", unit::none,
        {.min = 0.1,
         .max = 10,
         .required = true,
         .doc = "Cost of building and installation there, over that of the price book."}),
    number<&O::propertyTax>("property_tax_pct", "Property tax", unit::percent,
                            {.min = 0, .max = 20, .required = true, .doc = "A year."}),
    number<&O::incomeTax>("income_tax_pct", "Income tax", unit::percent,
                          {.min = 0,
                           .max = 90,
                           .required = true,
                           .doc = "Income tax of companies, with states and cities. Used where the "
                                  "project calculates taxes."}),
    number<&O::staffRatio>("staff_ratio", "Labour", unit::none,
                           {.min = 0.02,
                            .max = 5,
                            .required = true,
                            .doc = "Cost of a person there, over that of the price book."}),
    number<&O::waterStress>("water_stress", "Water stress", unit::none,
                            {.min = 0,
                             .max = 5,
                             .required = true,
                             .doc = "Baseline water stress, 0 low to 5 extremely high, as WRI "
                                    "Aqueduct scores it: withdrawals "
                                    "over renewable supply."}),
    number<&O::leadS>("lead_months", "Time to power", unit::month,
                      {.min = 0,
                       .max = 240,
                       .required = true,
                       .doc = "From the decision until the grid delivers."}),
});

constexpr auto kWorksRates = std::to_array<std::string_view>(
    {"shell_usd_per_m2", "fit_out_usd_per_m2", "site_work_usd_per_m2", "site_services_usd_per_kw",
     "fire_usd_per_kw", "security_usd_per_kw", "controls_usd_per_kw", "electrical_installation_pct",
     "cooling_installation_pct"});

}  // namespace

std::span<const std::string_view> worksRates() {
    return kWorksRates;
}

const ComponentType& SiteOptionSpec::type() {
    static constexpr ComponentType kType{"site_option",
                                         "Site option",
                                         "",
                                         false,
                                         "A possible site of a facility.",
                                         kSiteOptionAttributes,
                                         &createSpec<SiteOptionSpec>,
                                         &destroySpec<SiteOptionSpec>};
    return kType;
}

}  // namespace headroom::models
