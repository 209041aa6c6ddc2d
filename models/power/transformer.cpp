// SPDX-License-Identifier: Apache-2.0
#include "models/power/transformer.h"

#include <array>

namespace headroom::models {

namespace {

constexpr auto kTransformerAttributes = std::to_array<Attribute>({
    number<&TransformerSpec::ratedVa>(
        "rated_power_kva", "Rated power", unit::kilovoltampere,
        {.min = 1, .max = 1000000.0, .required = true, .doc = "Apparent power of one unit."}),
    number<&TransformerSpec::noLoadLossW>(
        "no_load_loss_kw", "No-load loss", unit::kilowatt,
        {.min = 0, .max = 1000, .required = true, .doc = "Core loss at rated voltage."}),
    number<&TransformerSpec::loadLossW>(
        "load_loss_kw", "Load loss", unit::kilowatt,
        {.min = 0, .max = 5000, .required = true, .doc = "Copper loss at rated current."}),
    number<&TransformerSpec::impedance>(
        "impedance_pct", "Short-circuit impedance", unit::percent,
        {.min = 0.1, .max = 30, .doc = "Voltage that drives rated current into a short circuit."}),
    number<&TransformerSpec::primaryV>("primary_kv", "Primary voltage", unit::kilovolt,
                                       {.min = 0.1, .max = 1000, .doc = "Line to line."}),
    number<&TransformerSpec::secondaryV>("secondary_kv", "Secondary voltage", unit::kilovolt,
                                         {.min = 0.1, .max = 1000, .doc = "Line to line."}),
    number<&TransformerSpec::failuresPerS>(
        "failures_per_year", "Failure rate", unit::perYear,
        {.min = 0, .max = 1000, .doc = "Failures of one unit in a year of operation."}),
    number<&TransformerSpec::repairS>(
        "repair_h", "Repair time", unit::hour,
        {.min = 0, .max = 100000, .doc = "Mean time from failure to return to service."}),
    number<&TransformerSpec::priceUsd>("price_usd", "Price", unit::dollar,
                                       {.min = 0, .doc = "Street or list price of one unit."}),
});

}  // namespace

const ComponentType& TransformerSpec::type() {
    static constexpr ComponentType kType{"transformer",
                                         "Transformer",
                                         "",
                                         false,
                                         "A medium-voltage or substation transformer.",
                                         kTransformerAttributes,
                                         &createSpec<TransformerSpec>,
                                         &destroySpec<TransformerSpec>,
                                         kWiringParts};
    return kType;
}

}  // namespace headroom::models
