// SPDX-License-Identifier: Apache-2.0
#include "models/cooling/dry_cooler.h"

#include <array>

namespace headroom::models {

namespace {

constexpr auto kAttributes = std::to_array<Attribute>({
    number<&DryCoolerSpec::ratedHeatW>("rated_heat_kw", "Rated heat", unit::kilowatt,
                                       {.min = 1,
                                        .max = 50000,
                                        .required = true,
                                        .doc = "Heat at the design temperature difference."}),
    number<&DryCoolerSpec::uaWPerK>("ua_kw_per_k", "UA", unit::kilowattPerKelvin,
                                    {.min = 0.1,
                                     .max = 10000,
                                     .required = true,
                                     .doc = "Overall conductance at full air flow."}),
    number<&DryCoolerSpec::waterFlowM3PerS>(
        "water_flow_l_per_s", "Water flow", unit::litrePerSecond,
        {.min = 0.01, .max = 5000, .required = true, .doc = "Design flow."}),
    number<&DryCoolerSpec::airflowM3PerS>(
        "airflow_m3_per_s", "Air flow", unit::cubicMetrePerSecond,
        {.min = 0.1, .max = 5000, .required = true, .doc = "Air at full fan speed."}),
    number<&DryCoolerSpec::airExponent>("air_exponent", "UA by air flow", unit::none,
                                        {.min = 0.1,
                                         .max = 1,
                                         .required = true,
                                         .doc = "UA goes with this power of the air flow."}),
    number<&DryCoolerSpec::fanRatedW>(
        "fan_rated_kw", "Fan power", unit::kilowatt,
        {.min = 0.01, .max = 1000, .required = true, .doc = "Electric power at full speed."}),
    number<&DryCoolerSpec::padEffectiveness>(
        "pad_effectiveness_pct", "Pad effectiveness", unit::percent,
        {.min = 0,
         .max = 100,
         .doc = "Share of the wet-bulb depression that wetted pads reach; 0: no pads."}),
    number<&DryCoolerSpec::padSwitchOnC>(
        "pad_switch_on_c", "Pads on above", unit::celsius,
        {.min = -20, .max = 100, .doc = "Dry bulb above which the pads are wetted."}),
    number<&DryCoolerSpec::failuresPerS>(
        "failures_per_year", "Failure rate", unit::perYear,
        {.min = 0, .max = 1000, .doc = "Failures of one unit in a year of operation."}),
    number<&DryCoolerSpec::repairS>(
        "repair_h", "Repair time", unit::hour,
        {.min = 0, .max = 100000, .doc = "Mean time from failure to return to service."}),
    number<&DryCoolerSpec::priceUsd>("price_usd", "Price", unit::dollar,
                                     {.min = 0, .doc = "Street or list price of one unit."}),
});

}  // namespace

const ComponentType& DryCoolerSpec::type() {
    static constexpr ComponentType kType{
        "dry_cooler",
        "Dry cooler",
        "",
        false,
        "A dry or adiabatic cooler: finned coils and fans, with wetted pads if it has any.",
        kAttributes,
        &createSpec<DryCoolerSpec>,
        &destroySpec<DryCoolerSpec>};
    return kType;
}

}  // namespace headroom::models
