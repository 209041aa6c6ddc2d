// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/attribute.h"

#include <string>
#include <string_view>

namespace headroom::models {

/// Prices in one region and year where neither part nor project states them: every rate of the cost of a project
/// (engine/money). Each figure has a source, a low and a high
/// in resources/catalog/price_book.json. Prices of parts themselves are with the parts.
///
/// A rate is applied to the quantity that its name and `doc` say; shares are of the sum of the
/// lines that they name. Validity: budgets of a concept, within -25 to +30 % (the accuracy that
/// estimators state for that stage of a design), from about 1 MW on.
struct PriceBookSpec {
    std::string currency = "USD";
    int priceYear = 0;
    std::string region;

    // Electrical plant, delivered and not installed.
    double upsUsdPerW = kNotStated;
    double gensetUsdPerW = kNotStated;
    double pduUsdPerW = kNotStated;
    double transformerUsdPerVa = kNotStated;
    double gridTransformerUsdPerVa = kNotStated;
    double lowBoardUsdPerA = kNotStated;
    double mediumBoardUsdPerA = kNotStated;
    double highBoardUsdPerA = kNotStated;
    double transferSwitchUsdPerA = kNotStated;
    double cableUsdPerMA = kNotStated;
    double psuUsdPerW = kNotStated;
    double rackPdusUsd = kNotStated;
    double connectionUsdPerVa = kNotStated;

    // Cooling plant, delivered and not installed.
    double chillerUsdPerW = kNotStated;
    double towerUsdPerW = kNotStated;
    double dryCoolerUsdPerW = kNotStated;
    double crahUsdPerW = kNotStated;
    double cduUsdPerW = kNotStated;
    double exchangerUsdPerW = kNotStated;
    double rearDoorUsdPerW = kNotStated;
    double pumpUsdPerW = kNotStated;
    double tankUsd = kNotStated;
    double pipingUsdPerW = kNotStated;
    double rackLiquidUsd = kNotStated;

    // Machines, where their part states no price.
    double rackUsd = kNotStated;
    double serverUsdPerAccelerator = kNotStated;
    double switchUsdPerBytesPerS = kNotStated;
    double storageUsdPerByte = kNotStated;
    double itInstallation = kNotStated;
    double itSpares = kNotStated;
    double plantSpares = kNotStated;

    // Building and site.
    double landUsdPerM2 = kNotStated;
    double siteRatio = kNotStated;
    double buildingRatio = kNotStated;
    double shellUsdPerM2 = kNotStated;
    double fitOutUsdPerM2 = kNotStated;
    double siteWorkUsdPerM2 = kNotStated;
    double siteServicesUsdPerW = kNotStated;
    double fireUsdPerW = kNotStated;
    double securityUsdPerW = kNotStated;
    double controlsUsdPerW = kNotStated;

    // Works and services, of what they are added to.
    double electricalInstallation = kNotStated;
    double coolingInstallation = kNotStated;
    double designFee = kNotStated;
    double commissioning = kNotStated;
    double management = kNotStated;
    double interim = kNotStated;
    double contingency = kNotStated;

    // Own supply, turnkey.
    double solarUsdPerW = kNotStated;
    double batteryUsdPerJ = kNotStated;
    double batteryUsdPerW = kNotStated;
    double supplyMaintenance = kNotStated;

    // Operation, a year.
    double staffBase = kNotStated;
    double staffPerW = kNotStated;
    double staffUsdPerYear = kNotStated;
    double electricalMaintenance = kNotStated;
    double coolingMaintenance = kNotStated;
    double itSupport = kNotStated;
    double licencesUsd = kNotStated;
    double insurance = kNotStated;
    double propertyTax = kNotStated;
    double colocationUsdPerW = kNotStated;
    double buildingRent = kNotStated;

    double plantLeadS = kNotStated;

    // Lives, what is left, and how prices move.
    double shellYears = kNotStated;
    double plantYears = kNotStated;
    double networkYears = kNotStated;
    double itYears = kNotStated;
    double solarYears = kNotStated;
    double batteryYears = kNotStated;
    double shellTaxYears = kNotStated;
    double plantTaxYears = kNotStated;
    double networkTaxYears = kNotStated;
    double itTaxYears = kNotStated;
    double solarTaxYears = kNotStated;
    double batteryTaxYears = kNotStated;
    double itResidual = kNotStated;
    double itPriceTrend = kNotStated;
    double worksTrend = kNotStated;
    double energyTrend = kNotStated;
    double wageTrend = kNotStated;

    // Carbon of making things.
    double serverKgPerAccelerator = kNotStated;
    double plantKgPerW = kNotStated;
    double buildingKgPerM2 = kNotStated;
    double solarKgPerW = kNotStated;
    double batteryKgPerJ = kNotStated;

    static const ComponentType& type();
};

/// Keys of the rates for boards by voltage [V] (classes of IEC 60038: up to 1 kV, up to 52 kV,
/// above) and for transformers by rated power [VA] (those of a grid connection from 10 MVA on).
std::string_view boardRate(double voltageV);
std::string_view transformerRate(double ratedVa);

/// Power that a pump draws at its rated point, by which it is priced [W].
double pumpPricedW(double flowM3PerS, double headPa, double efficiency, double driveEfficiency);

}  // namespace headroom::models
