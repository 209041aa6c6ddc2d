// SPDX-License-Identifier: Apache-2.0
#include "models/economics/price_book.h"

#include "models/economics/money_units.h"

#include <array>

namespace headroom::models {

namespace {

using B = PriceBookSpec;

constexpr auto kPriceBookAttributes = std::to_array<Attribute>({
    text<&B::currency>("currency", "Currency", {.required = true, .doc = "USD: rates are in it."}),
    integer<&B::priceYear>(
        "price_year", "Price year",
        {.min = 1990, .max = 2200, .required = true, .doc = "Year whose money all rates use."}),
    text<&B::region>("region", "Region", {.doc = "Where they hold."}),

    // Electrical plant, delivered and not installed.
    number<&B::upsUsdPerW>(
        "ups_usd_per_kw", "UPS", unit::dollarPerKilowatt,
        {.min = 0, .max = 5000, .required = true, .doc = "With its battery, by rated power."}),
    number<&B::gensetUsdPerW>("genset_usd_per_kw", "Generator set", unit::dollarPerKilowatt,
                              {.min = 0,
                               .max = 5000,
                               .required = true,
                               .doc = "With enclosure and tank, by rated power."}),
    number<&B::pduUsdPerW>(
        "pdu_usd_per_kw", "PDU", unit::dollarPerKilowatt,
        {.min = 0, .max = 5000, .required = true, .doc = "Floor-standing, by rated power."}),
    number<&B::transformerUsdPerVa>(
        "transformer_usd_per_kva", "Transformer", unit::dollarPerKilovoltampere,
        {.min = 0, .max = 1000, .required = true, .doc = "Medium to low voltage, by rated power."}),
    number<&B::gridTransformerUsdPerVa>(
        "grid_transformer_usd_per_kva", "Grid transformer", unit::dollarPerKilovoltampere,
        {.min = 0, .max = 1000, .required = true, .doc = "Above 10 MVA, by rated power."}),
    number<&B::lowBoardUsdPerA>(
        "low_board_usd_per_a", "Board, low voltage", unit::dollarPerAmpere,
        {.min = 0, .max = 5000, .required = true, .doc = "With its breakers, by rated current."}),
    number<&B::mediumBoardUsdPerA>(
        "medium_board_usd_per_a", "Board, medium voltage", unit::dollarPerAmpere,
        {.min = 0,
         .max = 5000,
         .required = true,
         .doc = "With its breakers, from 1 kV to 52 kV, by rated current."}),
    number<&B::highBoardUsdPerA>("high_board_usd_per_a", "Board, high voltage",
                                 unit::dollarPerAmpere,
                                 {.min = 0,
                                  .max = 5000,
                                  .required = true,
                                  .doc = "With its breakers, above 52 kV, by rated current."}),
    number<&B::transferSwitchUsdPerA>(
        "transfer_switch_usd_per_a", "Transfer switch", unit::dollarPerAmpere,
        {.min = 0, .max = 5000, .required = true, .doc = "By rated current."}),
    number<&B::cableUsdPerMA>("cable_usd_per_m_per_a", "Power cable", unit::dollarPerMetreAmpere,
                              {.min = 0,
                               .max = 100,
                               .required = true,
                               .doc = "All phases, by length and rated current."}),
    number<&B::psuUsdPerW>("psu_usd_per_kw", "Power supply", unit::dollarPerKilowatt,
                           {.min = 0,
                            .max = 5000,
                            .required = true,
                            .doc = "Rectifiers of rack shelves, and supplies of servers where "
                                   "nothing else pays for them."}),
    number<&B::rackPdusUsd>(
        "rack_pdus_usd", "Rack PDUs", unit::dollar,
        {.min = 0, .max = 100000, .required = true, .doc = "Price for one rack, all its cords."}),
    number<&B::connectionUsdPerVa>("connection_usd_per_kva", "Connection to the grid",
                                   unit::dollarPerKilovoltampere,
                                   {.min = 0,
                                    .max = 10000,
                                    .required = true,
                                    .doc = "Fee and works of the utility, by agreed power."}),

    // Cooling plant, delivered and not installed.
    number<&B::chillerUsdPerW>(
        "chiller_usd_per_kw", "Chiller", unit::dollarPerKilowatt,
        {.min = 0, .max = 5000, .required = true, .doc = "By rated capacity."}),
    number<&B::towerUsdPerW>("tower_usd_per_kw", "Cooling tower", unit::dollarPerKilowatt,
                             {.min = 0, .max = 5000, .required = true, .doc = "By rated heat."}),
    number<&B::dryCoolerUsdPerW>(
        "dry_cooler_usd_per_kw",
        "Dry cooler", unit::dollarPerKilowatt,
        {.min = 0, .max = 5000, .required = true, .doc = "By rated heat."}),
    number<&B::crahUsdPerW>("crah_usd_per_kw", "Air handler", unit::dollarPerKilowatt,
                            {.min = 0, .max = 5000, .required = true, .doc = "By rated heat."}),
    number<&B::cduUsdPerW>(
        "cdu_usd_per_kw", "CDU", unit::dollarPerKilowatt,
        {.min = 0, .max = 5000, .required = true, .doc = "By rated heat, with its pumps."}),
    number<&B::exchangerUsdPerW>(
        "exchanger_usd_per_kw", "Plate exchanger", unit::dollarPerKilowatt,
        {.min = 0, .max = 5000, .required = true, .doc = "By rated heat."}),
    number<&B::rearDoorUsdPerW>("rear_door_usd_per_kw", "Rear door", unit::dollarPerKilowatt,
                                {.min = 0, .max = 5000, .required = true, .doc = "By rated heat."}),
    number<&B::pumpUsdPerW>("pump_usd_per_kw", "Pump", unit::dollarPerKilowatt,
                            {.min = 0,
                             .max = 20000,
                             .required = true,
                             .doc = "With its drive, by electrical power at its rated point."}),
    number<&B::tankUsd>(
        "tank_usd", "Immersion tank", unit::dollar,
        {.min = 0, .max = 1e+07, .required = true, .doc = "One tank, without liquid."}),
    number<&B::pipingUsdPerW>(
        "piping_usd_per_kw", "Piping", unit::dollarPerKilowatt,
        {.min = 0,
         .max = 5000,
         .required = true,
         .doc =
             "Pipes, valves and fittings between plant and halls, by heat at the design point."}),
    number<&B::rackLiquidUsd>(
        "rack_liquid_usd", "Liquid to a rack", unit::dollar,
        {.min = 0,
         .max = 1e+06,
         .required = true,
         .doc = "Manifold, quick disconnects and pipes above one liquid-cooled rack."}),

    // Machines, where their part states no price.
    number<&B::rackUsd>("rack_usd", "Rack", unit::dollar,
                        {.min = 0,
                         .max = 1e+07,
                         .required = true,
                         .doc = "Empty, with its share of the containment."}),
    number<&B::serverUsdPerAccelerator>(
        "server_usd_per_accelerator", "Server without accelerators", unit::dollar,
        {.min = 0,
         .max = 1e+06,
         .required = true,
         .doc = "Chassis, processors, memory, adapters: for each accelerator that it holds."}),
    number<&B::switchUsdPerBytesPerS>(
        "switch_usd_per_gbit", "Switch", unit::dollarPerGigabit,
        {.min = 0, .max = 1000, .required = true, .doc = "By the sum of the rates of its ports."}),
    number<&B::storageUsdPerByte>(
        "storage_usd_per_tb", "Storage", unit::dollarPerTerabyte,
        {.min = 0, .max = 100000, .required = true, .doc = "With its servers, by capacity."}),
    number<&B::itInstallation>(
        "it_installation_pct",
        "Installation of machines", unit::percent,
        {.min = 0,
         .max = 100,
         .required = true,
         .doc = "Racking, cabling, burn-in; of machines, network and storage."}),
    number<&B::itSpares>("it_spares_pct", "Spares of machines", unit::percent,
                         {.min = 0,
                          .max = 100,
                          .required = true,
                          .doc = "On the shelf at the start, of machines, network and storage."}),
    number<&B::plantSpares>("plant_spares_pct", "Spares of the plant", unit::percent,
                            {.min = 0,
                             .max = 100,
                             .required = true,
                             .doc = "On the shelf at the start, of electrical and cooling plant."}),

    // Building and site.
    number<&B::landUsdPerM2>(
        "land_usd_per_m2", "Land", unit::dollarPerSquareMetre,
        {.min = 0, .max = 100000, .required = true, .doc = "By area of the site."}),
    number<&B::siteRatio>("site_ratio", "Site over building", unit::none,
                          {.min = 1,
                           .max = 100,
                           .required = true,
                           .doc = "Area of the site over floor area of the building."}),
    number<&B::buildingRatio>("building_ratio", "Building over halls", unit::none,
                              {.min = 1,
                               .max = 20,
                               .required = true,
                               .doc = "Floor area of the building over that of its halls."}),
    number<&B::shellUsdPerM2>(
        "shell_usd_per_m2", "Shell", unit::dollarPerSquareMetre,
        {.min = 0, .max = 100000, .required = true, .doc = "By floor area of the building."}),
    number<&B::solarKgPerW>(
        "solar_embodied_kg_per_kw", "Embodied, solar field", unit::kilogramPerKilowatt,
        {.min = 0, .max = 100000, .required = true, .doc = "By rated direct current."}),
    number<&B::batteryKgPerJ>(
        "battery_embodied_kg_per_kwh", "Embodied, battery", unit::kilogramPerKilowattHour,
        {.min = 0, .max = 100000, .required = true, .doc = "By the energy that may be used."}),
    number<&B::fitOutUsdPerM2>(
        "fit_out_usd_per_m2", "Fit-out", unit::dollarPerSquareMetre,
        {.min = 0, .max = 100000, .required = true, .doc = "By floor area of the building."}),
    number<&B::siteWorkUsdPerM2>(
        "site_work_usd_per_m2", "Site work", unit::dollarPerSquareMetre,
        {.min = 0, .max = 100000, .required = true, .doc = "By floor area of the building."}),
    number<&B::siteServicesUsdPerW>(
        "site_services_usd_per_kw",
        "Site services", unit::dollarPerKilowatt,
        {.min = 0,
         .max = 10000,
         .required = true,
         .doc = "Roads, water, sewer, substation works; by IT power at the design point."}),
    number<&B::fireUsdPerW>(
        "fire_usd_per_kw", "Fire and life safety", unit::dollarPerKilowatt,
        {.min = 0, .max = 5000, .required = true, .doc = "By IT power at the design point."}),
    number<&B::securityUsdPerW>(
        "security_usd_per_kw", "Security", unit::dollarPerKilowatt,
        {.min = 0, .max = 5000, .required = true, .doc = "By IT power at the design point."}),
    number<&B::controlsUsdPerW>(
        "controls_usd_per_kw", "Controls and communications", unit::dollarPerKilowatt,
        {.min = 0, .max = 5000, .required = true, .doc = "By IT power at the design point."}),

    // Works and services, of what they are added to.
    number<&B::electricalInstallation>(
        "electrical_installation_pct",
        "Electrical installation", unit::percent,
        {.min = 0,
         .max = 500,
         .required = true,
         .doc = "Labour, cabling, earthing, balance of plant: of delivered electrical plant."}),
    number<&B::coolingInstallation>(
        "cooling_installation_pct",
        "Mechanical installation", unit::percent,
        {.min = 0,
         .max = 500,
         .required = true,
         .doc = "Labour, insulation, start-up: of delivered cooling plant."}),
    number<&B::designFee>("design_fee_pct", "Design fees", unit::percent,
                          {.min = 0,
                           .max = 50,
                           .required = true,
                           .doc = "Architect and engineers, of building and installed plant."}),
    number<&B::commissioning>("commissioning_pct", "Commissioning", unit::percent,
                              {.min = 0,
                               .max = 50,
                               .required = true,
                               .doc = "Share of installed electrical and cooling plant."}),
    number<&B::management>(
        "management_pct", "Project management", unit::percent,
        {.min = 0,
         .max = 50,
         .required = true,
         .doc = "Share of building and installed plant, with permits and insurance of the works."}),
    number<&B::interim>(
        "interim_pct", "Financing while building", unit::percent,
        {.min = 0, .max = 50, .required = true, .doc = "Share of building and installed plant."}),
    number<&B::contingency>("contingency_pct", "Contingency", unit::percent,
                            {.min = 0,
                             .max = 100,
                             .required = true,
                             .doc = "Share of building, installed plant and services."}),

    // Own supply, turnkey.
    number<&B::solarUsdPerW>(
        "solar_usd_per_kw", "Solar field", unit::dollarPerKilowatt,
        {.min = 0, .max = 20000, .required = true, .doc = "Built, by rated direct current."}),
    number<&B::batteryUsdPerJ>("battery_usd_per_kwh", "Battery, energy",
                               unit::dollarPerKilowattHour,
                               {.min = 0,
                                .max = 10000,
                                .required = true,
                                .doc = "Built, by the energy that may be used."}),
    number<&B::batteryUsdPerW>(
        "battery_usd_per_kw", "Battery, power", unit::dollarPerKilowatt,
        {.min = 0, .max = 10000, .required = true, .doc = "Inverters and connection, by power."}),
    number<&B::supplyMaintenance>("supply_maintenance_pct", "Upkeep of own supply", unit::percent,
                                  {.min = 0,
                                   .max = 100,
                                   .required = true,
                                   .doc = "Yearly share of the cost of field and battery."}),

    // Operation, a year.
    number<&B::staffBase>(
        "staff_base", "Staff of a site", unit::none,
        {.min = 0,
         .max = 10000,
         .required = true,
         .doc = "People for a site of any size: round the clock, security, management."}),
    number<&B::staffPerW>("staff_per_mw", "Staff by size", unit::perMegawatt,
                          {.min = 0,
                           .max = 1000,
                           .required = true,
                           .doc = "People for each megawatt of IT power at the design point, in "
                                  "addition to those of the site."}),
    number<&B::staffUsdPerYear>("staff_usd_per_year", "Cost of a person", unit::dollarPerYear,
                                {.min = 0,
                                 .max = 1e+07,
                                 .required = true,
                                 .doc = "Pay with what the employer adds to it."}),
    number<&B::electricalMaintenance>(
        "electrical_maintenance_pct",
        "Electrical maintenance", unit::percent,
        {.min = 0, .max = 100, .required = true, .doc = "A year, of delivered electrical plant."}),
    number<&B::coolingMaintenance>(
        "cooling_maintenance_pct",
        "Mechanical maintenance", unit::percent,
        {.min = 0, .max = 100, .required = true, .doc = "A year, of delivered cooling plant."}),
    number<&B::itSupport>(
        "it_support_pct",
        "Support of machines", unit::percent,
        {.min = 0,
         .max = 100,
         .required = true,
         .doc = "A year, of machines, network and storage: exchange of what fails, by the maker."}),
    number<&B::licencesUsd>(
        "licences_usd_per_year", "Licences", unit::dollarPerYear,
        {.min = 0,
         .max = 1e+06,
         .required = true,
         .doc = "Price of software for each accelerator that the project says needs one."}),
    number<&B::insurance>(
        "insurance_pct", "Insurance", unit::percent,
        {.min = 0, .max = 20, .required = true, .doc = "A year, of all capital but land."}),
    number<&B::propertyTax>("property_tax_pct", "Property tax", unit::percent,
                            {.min = 0,
                             .max = 20,
                             .required = true,
                             .doc = "A year, of land, building and installed plant."}),
    number<&B::colocationUsdPerW>("colocation_usd_per_kw_month", "Colocation",
                                  unit::dollarPerKilowattMonth,
                                  {.min = 0,
                                   .max = 10000,
                                   .required = true,
                                   .doc = "Rent of a building with power and cooling, by IT power "
                                          "at the design point; energy apart."}),
    number<&B::buildingRent>("building_rent_pct", "Rent of a shell", unit::percent,
                             {.min = 0,
                              .max = 100,
                              .required = true,
                              .doc = "A year, of land, site work and shell that are leased: yield "
                                     "on cost, net of taxes and "
                                     "insurance, which the tenant pays."}),

    number<&B::plantLeadS>("plant_lead_weeks", "Lead time of the plant", unit::week,
                           {.min = 0,
                            .max = 1000,
                            .required = true,
                            .doc = "From the order to delivery of what takes longest."}),

    // Lives, what is left, and how prices move.
    number<&B::shellYears>(
        "shell_years", "Life of the shell", unit::year,
        {.min = 1, .max = 200, .required = true, .doc = "Building, land works, their services."}),
    number<&B::plantYears>("plant_years", "Life of the plant", unit::year,
                           {.min = 1,
                            .max = 100,
                            .required = true,
                            .doc = "Electrical and cooling plant with its installation."}),
    number<&B::networkYears>(
        "network_years", "Life of the network", unit::year,
        {.min = 0.5, .max = 50, .required = true, .doc = "Switches, adapters, optics, cables."}),
    number<&B::itYears>(
        "it_years", "Life of machines", unit::year,
        {.min = 0.5, .max = 50, .required = true, .doc = "Racks, servers, accelerators, storage."}),
    number<&B::solarYears>(
        "solar_years", "Life of a solar field", unit::year,
        {.min = 0.5, .max = 100, .required = true, .doc = "Panels and inverters."}),
    number<&B::batteryYears>(
        "battery_years", "Life of a battery", unit::year,
        {.min = 0.5, .max = 100, .required = true, .doc = "With a cycle a day."}),
    number<&B::shellTaxYears>(
        "shell_tax_years", "Tax life of the shell", unit::year,
        {.min = 3, .max = 50, .required = true, .doc = "Recovery period for macrs."}),
    number<&B::plantTaxYears>(
        "plant_tax_years", "Tax life of the plant", unit::year,
        {.min = 3, .max = 50, .required = true, .doc = "Recovery period for macrs."}),
    number<&B::networkTaxYears>(
        "network_tax_years", "Tax life of the network", unit::year,
        {.min = 3, .max = 50, .required = true, .doc = "Recovery period for macrs."}),
    number<&B::itTaxYears>(
        "it_tax_years", "Tax life of machines", unit::year,
        {.min = 3, .max = 50, .required = true, .doc = "Recovery period for macrs."}),
    number<&B::solarTaxYears>(
        "solar_tax_years", "Tax life of a solar field", unit::year,
        {.min = 3, .max = 50, .required = true, .doc = "Recovery period for macrs."}),
    number<&B::batteryTaxYears>(
        "battery_tax_years", "Tax life of a battery", unit::year,
        {.min = 3, .max = 50, .required = true, .doc = "Recovery period for macrs."}),
    number<&B::itResidual>("it_residual_pct", "Machines when replaced", unit::percent,
                           {.min = 0,
                            .max = 100,
                            .required = true,
                            .doc =
                                "Resale value of old machines, network and storage, as a share of "
                                "their price."}),
    number<&B::itPriceTrend>(
        "it_price_trend_pct", "Price of machines, a year", unit::percent,
        {.min = -90,
         .max = 100,
         .required = true,
         .doc = "Price change of machines for the same work; below 0: it falls."}),
    number<&B::worksTrend>(
        "works_trend_pct",
        "Price of works, a year", unit::percent,
        {.min = -50, .max = 100, .required = true, .doc = "Price change of building and plant."}),
    number<&B::energyTrend>(
        "energy_trend_pct",
        "Price of energy, a year", unit::percent,
        {.min = -50, .max = 100, .required = true, .doc = "Price change of energy and water."}),
    number<&B::wageTrend>("wage_trend_pct", "Wages, a year", unit::percent,
                          {.min = -50,
                           .max = 100,
                           .required = true,
                           .doc = "Price change of staff, maintenance and services."}),

    // Carbon of making things.
    number<&B::serverKgPerAccelerator>(
        "server_embodied_kg", "Embodied, machines", unit::kilogram,
        {.min = 0,
         .max = 1e+06,
         .required = true,
         .doc =
             "Carbon dioxide equivalent of making server and accelerator, for each accelerator."}),
    number<&B::plantKgPerW>(
        "plant_embodied_kg_per_kw", "Embodied, plant", unit::kilogramPerKilowatt,
        {.min = 0,
         .max = 100000,
         .required = true,
         .doc =
             "Embodied carbon of electrical and cooling plant, by IT power at the design point."}),
    number<&B::buildingKgPerM2>(
        "building_embodied_kg_per_m2", "Embodied, building", unit::kilogramPerSquareMetre,
        {.min = 0, .max = 100000, .required = true, .doc = "By floor area of the building."}),
});

}  // namespace

std::string_view boardRate(double voltageV) {
    constexpr double kLowV = 1000.0, kMediumV = 52000.0;
    return voltageV <= kLowV      ? "low_board_usd_per_a"
           : voltageV <= kMediumV ? "medium_board_usd_per_a"
                                  : "high_board_usd_per_a";
}

std::string_view transformerRate(double ratedVa) {
    constexpr double kGridVa = 10e6;
    return ratedVa > kGridVa ? "grid_transformer_usd_per_kva" : "transformer_usd_per_kva";
}

double pumpPricedW(double flowM3PerS, double headPa, double efficiency, double driveEfficiency) {
    return flowM3PerS * headPa / (efficiency * driveEfficiency);
}

const ComponentType& PriceBookSpec::type() {
    static constexpr ComponentType kType{"price_book",
                                         "Price book",
                                         "",
                                         false,
                                         "Unit prices in one region and year.",
                                         kPriceBookAttributes,
                                         &createSpec<PriceBookSpec>,
                                         &destroySpec<PriceBookSpec>};
    return kType;
}

}  // namespace headroom::models
