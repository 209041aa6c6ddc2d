// SPDX-License-Identifier: Apache-2.0
#include "models/power/genset.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

namespace headroom::models {

namespace {

constexpr auto kGensetAttributes = std::to_array<Attribute>({
    number<&GensetSpec::ratedPowerW>(
        "rated_power_kw", "Rated power", unit::kilowatt,
        {.min = 1,
         .max = 20000,
         .required = true,
         .doc = "Active power of one set by the rating that its duty names."}),
    choice<&GensetSpec::duty>(
        "duty", "Rating", kGensetDutyWords,
        {.doc = "By ISO 8528-1. standby (ESP): no overload. prime (PRP): 10 % more for an hour in "
                "twelve. continuous (COP): no overload."}),
    number<&GensetSpec::powerFactor>(
        "power_factor", "Rated power factor", unit::none,
        {.min = 0.5,
         .max = 1,
         .doc = "Rated power over apparent power: its kVA are its kW over this."}),
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
    curve<&GensetSpec::fuelLPerKwh>(
        "fuel_curve_l_per_kwh", "Fuel use by load", unit::none,
        {.min = 0.05,
         .max = 2,
         .doc =
             "Diesel in L for each kWh of output by load in % of the rated power, from the maker's "
             "fuel chart. Where it is stated it replaces the figure of full load."}),
    number<&GensetSpec::idleFuelShare>(
        "idle_fuel_pct", "Idle fuel", unit::percent,
        {.min = 0,
         .max = 50,
         .doc = "Burnt at no load, of the fuel at full load. Not stated: the line through the "
                "first two "
                "points of the fuel curve, and 9 % without a curve."}),
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

/// Share of the full-load fuel: no-load value of the line through the first two points of a chart.
double idleFuelOf(const Curve& chart) {
    if (chart.x().size() < 2) {
        return kIdleFuelShare;
    }
    const double x0 = chart.x()[0], x1 = chart.x()[1];
    const double fuel0 = x0 * chart.y()[0], fuel1 = x1 * chart.y()[1];
    const double idle = fuel0 - (fuel1 - fuel0) / (x1 - x0) * x0;
    return std::max(0.0, idle / (100.0 * chart.at(100.0)));
}

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
    set.powerFactor = powerFactor;
    if (duty == GensetDuty::Prime) {
        set.overload = kPrimeOverload;
        set.overloadS = kPrimeOverloadS;
    }
    set.voltageV = voltageV;
    set.subtransientReactance = subtransientReactance;
    set.failuresPerS = failuresPerS;
    set.repairS = repairS;
    set.startS = startS;
    set.failToStart = failToStart;
    set.blockShare = blockShare;
    set.blockIntervalS = blockIntervalS;
    if (!fuelLPerKwh.empty()) {
        std::vector<double> m3PerJ = fuelLPerKwh.y();
        for (double& value : m3PerJ) {
            value *= unit::litrePerKilowattHour.toSi;
        }
        set.fuelM3PerJ = Curve(fuelLPerKwh.x(), std::move(m3PerJ));
    } else if (!std::isnan(fuelM3PerJ)) {
        set.fuelM3PerJ = Curve({100.0}, {fuelM3PerJ});
    }
    set.idleFuelShare = std::isnan(idleFuelShare) ? idleFuelOf(fuelLPerKwh) : idleFuelShare;
    set.tankM3 = tankM3;
    set.fuelCarbonKgPerM3 = fuelCarbonKgPerM3;
    return set;
}

}  // namespace headroom::models
