// SPDX-License-Identifier: Apache-2.0
#include "models/power/psu.h"

#include <array>

namespace headroom::models {

namespace {

constexpr auto kAttributes = std::to_array<Attribute>({
    number<&PsuSpec::ratedPowerW>(
        "rated_power_w", "Rated output", unit::watt,
        {.min = 1, .max = 1000000.0, .required = true, .doc = "Output of one supply."}),
    curve<&PsuSpec::efficiencyPct>("efficiency_pct", "Efficiency", unit::none,
                                   {.min = 1,
                                    .max = 100,
                                    .required = true,
                                    .doc = "Efficiency in % by load in % of the rated output."}),
    number<&PsuSpec::failuresPerS>(
        "failures_per_year", "Failure rate", unit::perYear,
        {.min = 0, .max = 1000, .doc = "Failures of one unit in a year of operation."}),
    number<&PsuSpec::repairS>(
        "repair_h", "Repair time", unit::hour,
        {.min = 0, .max = 100000, .doc = "Mean time from failure to return to service."}),
    number<&PsuSpec::priceUsd>("price_usd", "Price", unit::dollar,
                               {.min = 0, .doc = "Street or list price of one unit."}),
});

}  // namespace

const ComponentType& PsuSpec::type() {
    static constexpr ComponentType kType{"psu",
                                         "Power supply",
                                         "",
                                         false,
                                         "A server power supply or rectifier: efficiency by load.",
                                         kAttributes,
                                         &createSpec<PsuSpec>,
                                         &destroySpec<PsuSpec>};
    return kType;
}

double psuInputW(const PsuSpec& spec, double outputW, int count) {
    if (count <= 0 || outputW <= 0.0) {
        return 0.0;
    }
    const double loadPct = 100.0 * outputW / (count * spec.ratedPowerW);
    return outputW / (0.01 * spec.efficiencyPct.at(loadPct));
}

}  // namespace headroom::models
