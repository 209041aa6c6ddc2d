// SPDX-License-Identifier: Apache-2.0
#include "models/power/switchboard.h"

#include <array>

namespace headroom::models {

namespace {

constexpr auto kSwitchboardAttributes = std::to_array<Attribute>({
    number<&SwitchboardSpec::voltageV>(
        "voltage_v", "Voltage", unit::volt,
        {.min = 12,
         .max = 800000,
         .required = true,
         .doc = "Nominal, line to line; of the two poles for direct current."}),
    number<&SwitchboardSpec::ratedA>(
        "rated_a", "Rated current", unit::ampere,
        {.min = 1, .max = 20000, .required = true, .doc = "Continuous current of the busbar."}),
    number<&SwitchboardSpec::withstandA>(
        "withstand_ka", "Short-time withstand", unit::kiloampere,
        {.min = 0.1,
         .max = 200,
         .doc = "Short-circuit current that the busbar stands for one second."}),
    number<&SwitchboardSpec::failuresPerS>(
        "failures_per_year", "Failure rate", unit::perYear,
        {.min = 0, .max = 1000, .doc = "Failures of one unit in a year of operation."}),
    number<&SwitchboardSpec::repairS>(
        "repair_h", "Repair time", unit::hour,
        {.min = 0, .max = 100000, .doc = "Mean time from failure to return to service."}),
    number<&SwitchboardSpec::priceUsd>("price_usd", "Price", unit::dollar,
                                       {.min = 0, .doc = "Street or list price of one unit."}),
});

}  // namespace

const ComponentType& SwitchboardSpec::type() {
    static constexpr ComponentType kType{
        "switchboard",
        "Switchboard",
        "",
        false,
        "A busbar with its enclosure: medium or low voltage, alternating or direct current.",
        kSwitchboardAttributes,
        &createSpec<SwitchboardSpec>,
        &destroySpec<SwitchboardSpec>,
        kWiringParts};
    return kType;
}

}  // namespace headroom::models
