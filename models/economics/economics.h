// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/attribute.h"

#include <string>
#include <string_view>
#include <vector>

namespace headroom::models {

/// Tenure of the building: owned, rented with power and cooling, or a shell leased with its land and fitted
/// with the owner's plant.
enum class Premises { Own, Colocation, Leased };

std::string_view premisesKey(Premises premises);    ///< "own", as a project says it
std::string_view premisesLabel(Premises premises);  ///< "own building"

/// How the price of an asset is charged to the years of its life, for taxes.
enum class Depreciation { StraightLine, DoubleDeclining, Macrs };

/// How the money of a project is reckoned: horizon, rates, tariff, financing. Everything has a
/// default, so that a project without this section has a cost as well.
struct EconomicsSpec {
    std::string priceBook;      ///< empty if the first of the catalogue
    std::string tariff;         ///< empty if the price of the site or of its grid, no demand charge
    std::string priceFile;      ///< hourly prices of energy, in place of the tariff's
    std::string priceColumns;   ///< of price_file; see engine/border/column_map.h
    std::string carbonColumns;  ///< of carbon_file and marginal_file
    std::string carbonFile;     ///< hourly carbon intensity, in place of the site's or grid's
    std::string marginalFile;   ///< the same of the plants that answer one more kilowatt-hour
    int years = 5;
    double discountRate = 0.08;
    std::string currency = "USD";
    double perUsd =
        kNotStated;  ///< units of the currency for one dollar; needed where it is another
    Premises premises = Premises::Own;
    std::vector<double> phasesPct;  ///< built at the start of each year; empty means all at once
    double licensed = 0.0;          ///< share of the accelerators that need licences of software
    double debtShare = 0.0;
    double debtRate = 0.06;
    double debtYears = 5.0;
    double leasedShare = 0.0;    ///< of machines, network and storage: leased, not bought
    double leaseRate = 0.08;     ///< that the lessor reckons with, nominal a year
    double leaseYears = 3.0;     ///< whole years; then they go back, and the next ones come
    double leaseResidual = 0.2;  ///< of the price that the lessor expects to get for them then
    double taxRate = 0.0;
    Depreciation depreciation = Depreciation::StraightLine;
    double carbonUsdPerKg = 0.0;
    double cloudBytes =
        kNotStated;  ///< kept at a cloud that it is held against; not stated: its data sets

    static const ComponentType& type();
};

}  // namespace headroom::models
