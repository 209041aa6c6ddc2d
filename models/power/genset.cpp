// SPDX-License-Identifier: Apache-2.0
#include "models/power/genset.h"

#include <array>

namespace headroom::models {

namespace {

constexpr auto kGensetAttributes = std::to_array<Attribute>({
    number<&GensetSpec::ratedPowerW>(
        "rated_power_kw", "Rated power", unit::kilowatt,
        {.min = 1, .max = 20000, .required = true, .doc = "Standby rating of one set."}),
    number<&GensetSpec::startS>("start_s", "Start", unit::second,
                                {.min = 0,
                                 .max = 600,
                                 .required = true,
                                 .doc = "From the order to start to accepting load."}),
    number<&GensetSpec::failToStart>(
        "fail_to_start_pct", "Fails to start", unit::percent,
        {.min = 0, .max = 100, .doc = "Share of start orders that fail."}),
    number<&GensetSpec::fuelM3PerJ>(
        "fuel_l_per_kwh", "Fuel use", unit::litrePerKilowattHour,
        {.min = 0.05, .max = 1, .doc = "Diesel for each kWh of output at full load."}),
    number<&GensetSpec::fuelCarbonKgPerM3>(
        "fuel_carbon_kg_per_l", "Carbon of fuel", unit::kilogramPerLitre,
        {.min = 0, .max = 5, .doc = "Emitted by burning it; diesel 2.68."}),
    number<&GensetSpec::tankM3>(
        "tank_l", "Fuel tank", unit::litre,
        {.min = 0, .max = 1000000.0, .doc = "Diesel for one set; without end where not stated."}),
    number<&GensetSpec::voltageV>("voltage_v", "Voltage", unit::volt,
                                  {.min = 100, .max = 40000, .doc = "Nominal, line to line."}),
    number<&GensetSpec::blockShare>(
        "block_load_pct", "Block load", unit::percent,
        {.min = 5, .max = 100, .doc = "Largest step of load that it takes at once."}),
    number<&GensetSpec::blockIntervalS>(
        "block_interval_s", "Block interval", unit::second,
        {.min = 0, .max = 120, .doc = "Recovery of voltage and frequency between two steps."}),
    number<&GensetSpec::subtransientReactance>(
        "subtransient_reactance_pct", "Subtransient reactance", unit::percent,
        {.min = 5, .max = 50, .doc = "On its own rating; sets its short-circuit current."}),
    number<&GensetSpec::failuresPerS>(
        "failures_per_year", "Failure rate", unit::perYear,
        {.min = 0, .max = 1000, .doc = "Failures of one unit in a year of operation."}),
    number<&GensetSpec::repairS>(
        "repair_h", "Repair time", unit::hour,
        {.min = 0, .max = 100000, .doc = "Mean time from failure to return to service."}),
    number<&GensetSpec::priceUsd>("price_usd", "Price", unit::dollar,
                                  {.min = 0, .doc = "Street or list price of one unit."}),
});

}  // namespace

const ComponentType& GensetSpec::type() {
    static constexpr ComponentType kType{"genset",
                                         "Generator set",
                                         "",
                                         false,
                                         "A standby diesel generator set.",
                                         kGensetAttributes,
                                         &createSpec<GensetSpec>,
                                         &destroySpec<GensetSpec>,
                                         kWiringParts};
    return kType;
}

GeneratingSet GensetSpec::generatingSet() const {
    GeneratingSet set;
    set.ratedPowerW = ratedPowerW;
    set.voltageV = voltageV;
    set.subtransientReactance = subtransientReactance;
    set.failuresPerS = failuresPerS;
    set.repairS = repairS;
    set.startS = startS;
    set.failToStart = failToStart;
    set.blockShare = blockShare;
    set.blockIntervalS = blockIntervalS;
    set.fuelM3PerJ = fuelM3PerJ;
    set.tankM3 = tankM3;
    set.fuelCarbonKgPerM3 = fuelCarbonKgPerM3;
    return set;
}

}  // namespace headroom::models
