// SPDX-License-Identifier: Apache-2.0
#include "models/power/ups.h"

#include "models/power/usual.h"

#include <array>
#include <cmath>
#include <limits>

namespace headroom::models {

namespace {

constexpr auto kUpsAttributes = std::to_array<Attribute>({
    number<&UpsSpec::ratedPowerW>(
        "rated_power_kw", "Rated power", unit::kilowatt,
        {.min = 1, .max = 20000, .required = true, .doc = "Output of one module."}),
    number<&UpsSpec::lossA>(
        "loss_a", "No-load loss", unit::none,
        {.min = 0, .max = 0.2, .required = true, .doc = "Share of rated power lost at no load."}),
    number<&UpsSpec::lossB>("loss_b", "Proportional loss", unit::none,
                            {.min = 0,
                             .max = 0.2,
                             .required = true,
                             .doc = "Loss proportional to load, share of rated power."}),
    number<&UpsSpec::lossC>("loss_c", "Square-law loss", unit::none,
                            {.min = 0,
                             .max = 0.2,
                             .required = true,
                             .doc = "Loss by the square of load, share of rated power."}),
    number<&UpsSpec::ecoLossA>("eco_loss_a", "Eco no-load loss", unit::none,
                               {.min = 0, .max = 0.2, .doc = "As no-load loss, in eco mode."}),
    number<&UpsSpec::ecoLossB>("eco_loss_b", "Eco proportional loss", unit::none,
                               {.min = 0, .max = 0.2, .doc = "As proportional loss, in eco mode."}),
    number<&UpsSpec::ecoLossC>("eco_loss_c", "Eco square-law loss", unit::none,
                               {.min = 0, .max = 0.2, .doc = "As square-law loss, in eco mode."}),
    number<&UpsSpec::autonomyS>(
        "battery_min", "Battery at full load", unit::minute,
        {.min = 0, .max = 600, .doc = "Ride-through at rated load of a new battery at 25 °C."}),
    number<&UpsSpec::batteryEfficiency>(
        "battery_efficiency_pct", "Battery and inverter", unit::percent,
        {.min = 50,
         .max = 100,
         .doc = "Efficiency of discharge: output over what the battery gives."}),
    choice<&UpsSpec::chemistry>("battery_chemistry", "Battery chemistry", kBatteryChemistryWords,
                                {.doc = "lead_acid: gives less at a high rate (Peukert). lithium: "
                                        "the same energy at any rate."}),
    number<&UpsSpec::peukert>("battery_peukert", "Peukert exponent", unit::none,
                              {.min = 1,
                               .max = 2,
                               .doc = "Runtime goes with the load to the power of minus this "
                                      "figure. Not stated: 1.25 of lead "
                                      "acid, 1 of lithium."}),
    curve<&UpsSpec::runtimeMin>(
        "battery_runtime_min", "Runtime table", unit::none,
        {.min = 0.01,
         .max = 10000,
         .doc =
             "Minutes of a new battery by load in % of the rated power, from the maker's table. It "
             "replaces the battery time at full load and the exponent."}),
    number<&UpsSpec::endCapacity>(
        "battery_end_pct", "Capacity at end of life", unit::percent,
        {.min = 40,
         .max = 100,
         .doc = "Share of the capacity when new. IEEE 485 sizes lead acid for 80 %."}),
    number<&UpsSpec::lifeYears>(
        "battery_life_years", "Battery life", unit::year,
        {.min = 0.5,
         .max = 40,
         .doc = "Years at 25 °C until the end-of-life capacity; no ageing where not stated."}),
    number<&UpsSpec::lifeHalvesK>(
        "battery_life_halves_k", "Life halves every", unit::kelvin,
        {.min = 1, .max = 50, .doc = "Above 25 °C; not stated: heat does not shorten the life."}),
    curve<&UpsSpec::temperaturePct>("battery_temperature_pct", "Capacity by temperature",
                                    unit::none,
                                    {.min = 1,
                                     .max = 200,
                                     .doc = "Capacity in % of the capacity at 25 °C by cell "
                                            "temperature in °C; not stated: 100 %."}),
    number<&UpsSpec::chargerShare>(
        "charger_pct", "Charger", unit::percent,
        {.min = 0, .max = 100, .doc = "Power that recharges the battery, share of rated power."}),
    number<&UpsSpec::walkInS>(
        "walk_in_s", "Walk-in", unit::second,
        {.min = 0, .max = 300, .doc = "Ramp from battery back to the rectifier."}),
    number<&UpsSpec::inputWindow>(
        "input_window_pct", "Input window", unit::percent,
        {.min = 50, .max = 99, .doc = "Input voltage below which it runs on battery."}),
    integer<&UpsSpec::lockoutCount>(
        "lockout_count", "Lock-out count",
        {.min = 0,
         .max = 8,
         .doc = "Disturbances within the window after which it stays on battery until a person "
                "resets it; 0: never."}),
    number<&UpsSpec::lockoutWindowS>(
        "lockout_window_s", "Lock-out window", unit::second,
        {.min = 0, .max = 3600, .doc = "Time in which disturbances are counted."}),
    number<&UpsSpec::overload>(
        "overload_pct", "Overload", unit::percent,
        {.min = 100, .max = 300, .doc = "Load that it carries for the overload time."}),
    number<&UpsSpec::overloadS>(
        "overload_min", "Overload time", unit::minute,
        {.min = 0,
         .max = 120,
         .doc = "How long; beyond it, or beyond that load, it switches off."}),
    number<&UpsSpec::powerFactor>("input_power_factor", "Input power factor", unit::none,
                                  {.min = 0.5, .max = 1, .doc = "Power factor of the rectifier."}),
    number<&UpsSpec::failuresPerS>(
        "failures_per_year", "Failure rate", unit::perYear,
        {.min = 0, .max = 1000, .doc = "Failures of one unit in a year of operation."}),
    number<&UpsSpec::repairS>(
        "repair_h", "Repair time", unit::hour,
        {.min = 0, .max = 100000, .doc = "Mean time from failure to return to service."}),
    number<&UpsSpec::priceUsd>("price_usd", "Price", unit::dollar,
                               {.min = 0, .doc = "Street or list price of one unit."}),
});

}  // namespace

const ComponentType& UpsSpec::type() {
    static constexpr ComponentType kType{
        "ups",
        "UPS module",
        "",
        false,
        "A static UPS module with its battery, in double conversion or eco mode.",
        kUpsAttributes,
        &createSpec<UpsSpec>,
        &destroySpec<UpsSpec>,
        kWiringParts};
    return kType;
}

double upsLossW(const UpsSpec& spec, double loadW, int modules, bool eco) {
    if (modules <= 0) {
        return 0.0;
    }
    const double ratedW = modules * spec.ratedPowerW;
    const double x = loadW / ratedW;
    if (eco && !std::isnan(spec.ecoLossA)) {
        return ratedW * (spec.ecoLossA + x * (spec.ecoLossB + x * spec.ecoLossC));
    }
    return ratedW * (spec.lossA + x * (spec.lossB + x * spec.lossC));
}

double upsOverloadTripS(const UpsSpec& spec, double loading) {
    if (loading > spec.overload) {
        return kUpsCurrentLimitS;
    }
    return loading > 1.0 ? spec.overloadS : std::numeric_limits<double>::infinity();
}

}  // namespace headroom::models
