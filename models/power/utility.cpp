// SPDX-License-Identifier: Apache-2.0
#include "models/power/utility.h"

#include <array>

namespace headroom::models {

namespace {

constexpr auto kUtilityAttributes = std::to_array<Attribute>({
    number<&UtilitySpec::voltageV>(
        "voltage_kv", "Voltage", unit::kilovolt,
        {.min = 0.2, .max = 800, .required = true, .doc = "Nominal, line to line."}),
    number<&UtilitySpec::shortCircuitVa>("short_circuit_mva", "Short-circuit power",
                                         unit::megavoltampere,
                                         {.min = 1,
                                          .max = 100000,
                                          .required = true,
                                          .doc = "Initial symmetrical, at the connection point."}),
    number<&UtilitySpec::xOverR>(
        "x_over_r", "X/R ratio", unit::none,
        {.min = 0.1, .max = 100, .doc = "X/R ratio of the grid behind the connection point."}),
    number<&UtilitySpec::failuresPerS>(
        "failures_per_year", "Outages", unit::perYear,
        {.min = 0, .max = 1000, .doc = "Losses of supply in a year."}),
    number<&UtilitySpec::repairS>(
        "repair_h", "Outage length", unit::hour,
        {.min = 0, .max = 100000, .doc = "Mean time to the return of supply."}),
    number<&UtilitySpec::sagsPerS>(
        "sags_per_year", "Voltage sags", unit::perYear,
        {.min = 0,
         .max = 10000,
         .doc = "Dips below the ride-through band of converters in a year."}),
    number<&UtilitySpec::sagS>("sag_s", "Sag length", unit::second,
                               {.min = 0.001, .max = 60, .doc = "Usual length of a sag."}),
});

}  // namespace

const ComponentType& UtilitySpec::type() {
    static constexpr ComponentType kType{
        "utility",
        "Utility connection",
        "",
        false,
        "A connection to the public grid: its voltage, its strength and how often it fails.",
        kUtilityAttributes,
        &createSpec<UtilitySpec>,
        &destroySpec<UtilitySpec>,
        kWiringParts};
    return kType;
}

}  // namespace headroom::models
