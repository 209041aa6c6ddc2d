// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/document/catalogue.h"
#include "engine/document/project.h"
#include "engine/grid/year_hours.h"
#include "models/economics/economics.h"
#include "models/economics/tariff.h"

#include <span>
#include <string>
#include <vector>

namespace headroom::engine {

/// Energy prices of a project: its tariff, and hourly prices where it names a file of them.
struct EnergyPrices {
    models::Tariff tariff;
    std::string source;                 ///< "tariff/pge-b20", "site", "grid/us-pjm"
    int priceYear = 0;                  ///< 0 if not stated
    std::vector<double> hourlyUsdPerJ;  ///< of a year; empty means by the tariff
    std::vector<std::string> notes;     ///< how the file of prices was understood
};

/// From the project's `economics`, or the price and the peak hours of its site, or the price of its
/// grid. MON-001: a row of a tariff that cannot be read; MON-002: an hour without a price; MON-003:
/// a row that no hour comes to, because rows before it hold at all of its hours; Errors of
/// readYearSeries(). Rates are in USD.
Result<EnergyPrices> energyPrices(const Project& project, const Catalogue& catalogue,
                                  const models::EconomicsSpec& economics);

/// Means of a year's hours under the tariff.
models::TariffBill energyBill(const EnergyPrices& prices, std::span<const double> hourlyW,
                              double powerFactor);

/// Price of a joule from the grid in each hour of a year [USD/J], without demand and fee.
std::vector<double> hourlyPrices(const EnergyPrices& prices);

}  // namespace headroom::engine
