// SPDX-License-Identifier: Apache-2.0
#include "models/power/pdu.h"

#include <array>

namespace headroom::models {

namespace {

constexpr auto kPduAttributes = std::to_array<Attribute>({
    number<&PduSpec::ratedPowerW>(
        "rated_power_kw", "Rated power", unit::kilowatt,
        {.min = 1, .max = 5000, .required = true, .doc = "Output of one unit."}),
    number<&PduSpec::lossA>(
        "loss_a", "No-load loss", unit::none,
        {.min = 0, .max = 0.2, .required = true, .doc = "Share of rated power lost at no load."}),
    number<&PduSpec::lossB>("loss_b", "Proportional loss", unit::none,
                            {.min = 0,
                             .max = 0.2,
                             .required = true,
                             .doc = "Loss proportional to load, share of rated power."}),
    number<&PduSpec::lossC>("loss_c", "Square-law loss", unit::none,
                            {.min = 0,
                             .max = 0.2,
                             .required = true,
                             .doc = "Loss by the square of load, share of rated power."}),
    boolean<&PduSpec::directCurrent>(
        "direct_current", "Direct current",
        {.doc = "Its output is direct current: a rectifier that regulates its voltage."}),
    number<&PduSpec::outputV>(
        "output_v", "Output voltage", unit::volt,
        {.min = 12, .max = 2000, .doc = "Nominal; that of its source where not stated."}),
    number<&PduSpec::powerFactor>("input_power_factor", "Input power factor", unit::none,
                                  {.min = 0.5, .max = 1, .doc = "Power factor of a rectifier."}),
    number<&PduSpec::failuresPerS>(
        "failures_per_year", "Failure rate", unit::perYear,
        {.min = 0, .max = 1000, .doc = "Failures of one unit in a year of operation."}),
    number<&PduSpec::repairS>(
        "repair_h", "Repair time", unit::hour,
        {.min = 0, .max = 100000, .doc = "Mean time from failure to return to service."}),
    number<&PduSpec::priceUsd>("price_usd", "Price", unit::dollar,
                               {.min = 0, .doc = "Street or list price of one unit."}),
});

}  // namespace

const ComponentType& PduSpec::type() {
    static constexpr ComponentType kType{"pdu",
                                         "PDU",
                                         "",
                                         false,
                                         "A floor PDU, remote power panel or busway section.",
                                         kPduAttributes,
                                         &createSpec<PduSpec>,
                                         &destroySpec<PduSpec>,
                                         kWiringParts};
    return kType;
}

double pduLossW(const PduSpec& spec, double loadW, int modules) {
    if (modules <= 0) {
        return 0.0;
    }
    const double ratedW = modules * spec.ratedPowerW;
    const double x = loadW / ratedW;
    return ratedW * (spec.lossA + x * (spec.lossB + x * spec.lossC));
}

}  // namespace headroom::models
