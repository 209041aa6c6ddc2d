// SPDX-License-Identifier: Apache-2.0
#include "models/economics/economics.h"

#include "models/core/file_path.h"

#include <array>

namespace headroom::models {

namespace {

using E = EconomicsSpec;

constexpr auto kPremisesWords = std::to_array<std::string_view>({"own", "colocation", "leased"});
constexpr auto kPremisesLabels =
    std::to_array<std::string_view>({"own building", "colocation", "leased shell"});
constexpr auto kDepreciationWords =
    std::to_array<std::string_view>({"straight-line", "double-declining", "macrs"});

constexpr auto kEconomicsAttributes = std::to_array<Attribute>({
    reference<&E::priceBook>("price_book", "Price book", "price_book",
                             {.doc = "Rates of what no part states; the first one otherwise."}),
    reference<&E::tariff>(
        "tariff", "Tariff", "tariff",
        {.doc = "Tariff of electrical energy; the flat price of the site otherwise."}),
    filePath<&E::priceFile>(
        "price_file", "Hourly prices",
        {.doc = "Table of a year's prices, of hours or parts of hours, as CSV or JSON, "
                "which replaces the energy prices of the tariff."}),
    text<&E::priceColumns>(
        "price_columns", "Columns of the prices",
        {.doc = "Columns and units that the price file does not show by itself: time=COLUMN; "
                "value=COLUMN; unit=EUR/MWh; zone=Europe/Berlin; order=day_first."}),
    filePath<&E::carbonFile>(
        "carbon_file", "Hourly carbon intensity",
        {.doc =
             "Table of a year's carbon intensity, the average of the grid, as CSV or JSON, which "
             "replaces the intensity of the site or its grid."}),
    text<&E::carbonColumns>(
        "carbon_columns", "Columns of the carbon files",
        {.doc = "Columns and units that the carbon files do not show by themselves: time=COLUMN; "
                "value=COLUMN; unit=lb/MWh; zone=UTC."}),
    filePath<&E::marginalFile>(
        "marginal_file", "Hourly marginal intensity",
        {.doc = "Carbon intensity of the plants that answer one more kilowatt-hour. Reported "
                "separately and never added."}),
    integer<&E::years>("years", "Horizon",
                       {.min = 1, .max = 100, .doc = "Whole years from now; 5 where not stated."}),
    number<&E::discountRate>(
        "discount_rate_pct", "Discount rate", unit::percent,
        {.min = 0, .max = 100, .doc = "Effective, a year; 8 where not stated."}),
    text<&E::currency>("currency", "Currency",
                       {.doc = "In which amounts are shown; USD where not stated."}),
    number<&E::perUsd>("currency_per_usd", "Exchange rate", unit::none,
                       {.min = 1e-6,
                        .max = 1e9,
                        .doc = "Units of that currency for one dollar; that of the catalogue where "
                               "not stated."}),
    choice<&E::premises>("premises", "Premises", kPremisesWords,
                         {.doc = "A building of one's own; colocation: site, building and plant "
                                 "are rented; leased: land, site "
                                 "work and shell are."}),
    numberList<&E::phasesPct>("phases_pct", "Phases", unit::percent,
                              {.min = 0,
                               .max = 100,
                               .doc = "Shares built at the start of each year, together 100; all "
                                      "at once where not stated."}),
    number<&E::licensed>(
        "licensed_pct", "Licensed", unit::percent,
        {.min = 0,
         .max = 100,
         .doc = "Share of the accelerators that need licences of software; 0 where not stated."}),
    number<&E::debtShare>(
        "debt_pct", "Debt", unit::percent,
        {.min = 0, .max = 100, .doc = "Share of the first capital that is lent."}),
    number<&E::debtRate>(
        "debt_rate_pct", "Interest", unit::percent,
        {.min = 0, .max = 100, .doc = "Nominal, a year, paid monthly; 6 where not stated."}),
    number<&E::debtYears>("debt_years", "Term", unit::year,
                          {.min = 1, .max = 40, .doc = "Term of the loan; 5 where not stated."}),
    number<&E::leasedShare>(
        "leased_pct", "Leased", unit::percent,
        {.min = 0,
         .max = 100,
         .doc = "Share of machines, network and storage that is leased; 0 where "
                "not stated."}),
    number<&E::leaseRate>("lease_rate_pct", "Rate of leases", unit::percent,
                          {.min = 0,
                           .max = 100,
                           .doc = "That the lessor reckons with, nominal, a year; 8 where not "
                                  "stated."}),
    number<&E::leaseYears>(
        "lease_years", "Term of leases", unit::year,
        {.min = 1,
         .max = 15,
         .doc = "Whole years, paid monthly; then the machines go back and others "
                "are leased. 3 where not stated."}),
    number<&E::leaseResidual>("lease_residual_pct", "Left after a lease", unit::percent,
                              {.min = 0,
                               .max = 100,
                               .doc = "Share of the price that the lessor expects to get for the "
                                      "machines; 20 where not stated."}),
    number<&E::taxRate>(
        "tax_rate_pct",
        "Income tax", unit::percent,
        {.min = 0,
         .max = 90,
         .doc =
             "Tax rate on income, which operation, depreciation and interest reduce; 0: taxes are "
             "left out."}),
    choice<&E::depreciation>(
        "depreciation", "Depreciation", kDepreciationWords,
        {.doc = "For taxes: equal parts; twice the rate of what is left until equal "
                "parts are more; or macrs, by the tax lives of the price "
                "book."}),
    number<&E::carbonUsdPerKg>("carbon_usd_per_t", "Price of carbon", unit::dollarPerTonne,
                               {.min = 0, .max = 10000, .doc = "Paid for what operation emits."}),
    number<&E::cloudBytes>(
        "cloud_data_tb", "Data at a cloud", unit::terabyte,
        {.min = 0,
         .max = 1e9,
         .doc = "Data stored at a cloud when the project is compared with one; the "
                "data sets of the project where not stated."}),
});

}  // namespace

std::string_view premisesKey(Premises premises) {
    return kPremisesWords[static_cast<std::size_t>(premises)];
}

std::string_view premisesLabel(Premises premises) {
    return kPremisesLabels[static_cast<std::size_t>(premises)];
}

const ComponentType& EconomicsSpec::type() {
    static constexpr ComponentType kType{"economics",
                                         "Economics",
                                         "economics",
                                         true,
                                         "How the money of the project is reckoned.",
                                         kEconomicsAttributes,
                                         &createSpec<EconomicsSpec>,
                                         &destroySpec<EconomicsSpec>};
    return kType;
}

}  // namespace headroom::models
