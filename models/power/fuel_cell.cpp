// SPDX-License-Identifier: Apache-2.0
#include "models/power/fuel_cell.h"

#include <array>

namespace headroom::models {

namespace {

constexpr Unit kPercentPerMinute{"%/min", 0.01 / 60.0};
constexpr Unit kPercentPerKilohour{"%/1000 h", 0.01 / 3.6e6};
constexpr Unit kDollarPerGigajoule{"USD/GJ", 1e-9};
constexpr Unit kKilogramPerGigajoule{"kg/GJ", 1e-9};

constexpr auto kFuelCellAttributes = std::to_array<Attribute>({
    number<&FuelCellSpec::ratedPowerW>(
        "rated_power_kw", "Rated power", unit::kilowatt,
        {.min = 1, .max = 20000, .required = true, .doc = "Net output of one module."}),
    number<&FuelCellSpec::voltageV>("voltage_v", "Voltage", unit::volt,
                                    {.min = 100, .max = 40000, .doc = "Nominal, line to line."}),
    curve<&FuelCellSpec::efficiencyPct>(
        "efficiency_pct", "Efficiency", unit::none,
        {.min = 1,
         .max = 100,
         .required = true,
         .doc =
             "Electrical efficiency of a new module in % (net output over the lower heating value "
             "of its fuel) by load in % of the rated power."}),
    number<&FuelCellSpec::idleFuelShare>(
        "idle_fuel_pct", "Idle fuel", unit::percent,
        {.min = 0, .max = 50, .doc = "Burnt to stay hot at no load, of the fuel at full load."}),
    number<&FuelCellSpec::degradationPerS>(
        "degradation_pct_per_kh", "Ageing", kPercentPerKilohour,
        {.min = 0,
         .max = 2,
         .doc = "Share of the new efficiency lost in 1000 hours of the stack."}),
    number<&FuelCellSpec::stackAgeS>(
        "stack_age_h", "Age of the stack", unit::hour,
        {.min = 0, .max = 40000, .doc = "At which it is calculated: half of its life is usual."}),
    number<&FuelCellSpec::startS>(
        "start_s", "Hot start", unit::second,
        {.min = 0, .max = 36000, .required = true, .doc = "From hot standby to accepting load."}),
    number<&FuelCellSpec::coldStartS>(
        "cold_start_h", "Cold start", unit::hour,
        {.min = 0, .max = 100, .doc = "The same after it was out of service."}),
    number<&FuelCellSpec::rampPerS>("ramp_pct_per_min", "Ramp", kPercentPerMinute,
                                    {.min = 0.01,
                                     .max = 6000,
                                     .required = true,
                                     .doc = "Share of the rated power, up and down."}),
    number<&FuelCellSpec::coverS>(
        "cover_s", "Own store", unit::second,
        {.min = 0,
         .max = 3600,
         .doc = "For how long it carries what it has not come up to yet, without the mains."}),
    number<&FuelCellSpec::fuelUsdPerJ>(
        "fuel_usd_per_gj", "Price of fuel", kDollarPerGigajoule,
        {.min = 0, .max = 1000, .required = true, .doc = "By its lower heating value."}),
    number<&FuelCellSpec::fuelCarbonKgPerJ>(
        "fuel_carbon_kg_per_gj", "Carbon of fuel", kKilogramPerGigajoule,
        {.min = 0,
         .max = 200,
         .required = true,
         .doc = "CO2 for its lower heating value: natural gas 56.1, hydrogen 0 at the stack."}),
    number<&FuelCellSpec::subtransientReactance>(
        "subtransient_reactance_pct", "Subtransient reactance", unit::percent,
        {.min = 5,
         .max = 100,
         .doc = "That would give the short-circuit current of its inverter, on its rating."}),
    number<&FuelCellSpec::failuresPerS>(
        "failures_per_year", "Failure rate", unit::perYear,
        {.min = 0, .max = 1000, .doc = "Failures of one module in a year of operation."}),
    number<&FuelCellSpec::repairS>(
        "repair_h", "Repair time",
        unit::hour,
        {.min = 0, .max = 100000, .doc = "Mean time from failure to return to service."}),
    number<&FuelCellSpec::priceUsd>("price_usd", "Price", unit::dollar,
                                    {.min = 0, .doc = "Street or list price of one module."}),
});

}  // namespace

const ComponentType& FuelCellSpec::type() {
    static constexpr ComponentType kType{
        "fuel_cell",
        "Fuel cell",
        "",
        false,
        "A stationary fuel cell that runs in parallel with the mains.",
        kFuelCellAttributes,
        &createSpec<FuelCellSpec>,
        &destroySpec<FuelCellSpec>,
        kWiringParts};
    return kType;
}

GeneratingSet FuelCellSpec::generatingSet() const {
    GeneratingSet set;
    set.ratedPowerW = ratedPowerW;
    set.voltageV = voltageV;
    set.subtransientReactance = subtransientReactance;
    set.failuresPerS = failuresPerS;
    set.repairS = repairS;
    set.startS = startS;
    set.coldStartS = coldStartS;
    set.parallel = true;
    set.blockShare = 1.0;  // its ramp limits it, not a step
    set.rampPerS = rampPerS;
    set.coverS = coverS;
    set.overload = kFuelCellOverload;
    std::vector<double> aged = efficiencyPct.y();
    for (double& pct : aged) {
        pct *= 1.0 - degradationPerS * stackAgeS;
    }
    set.efficiencyPct = Curve(efficiencyPct.x(), aged);
    set.idleFuelShare = idleFuelShare;
    set.pipedUsdPerJ = fuelUsdPerJ;
    set.pipedCarbonKgPerJ = fuelCarbonKgPerJ;
    return set;
}

}  // namespace headroom::models
