// SPDX-License-Identifier: Apache-2.0
#include "models/power/transfer_switch.h"

#include <array>

namespace headroom::models {

namespace {

constexpr auto kTransferSwitchAttributes = std::to_array<Attribute>({
    number<&TransferSwitchSpec::ratedA>(
        "rated_a", "Rated current", unit::ampere,
        {.min = 1, .max = 20000, .required = true, .doc = "Continuous current."}),
    number<&TransferSwitchSpec::transferS>(
        "transfer_s", "Transfer", unit::second,
        {.min = 0,
         .max = 60,
         .required = true,
         .doc = "Interruption of the load while it changes over: open transition."}),
    number<&TransferSwitchSpec::confirmS>(
        "confirm_s", "Confirmation", unit::second,
        {.min = 0, .max = 60, .doc = "How long its source must be away before it leaves it."}),
    number<&TransferSwitchSpec::returnS>(
        "return_min", "Return delay", unit::minute,
        {.min = 0,
         .max = 600,
         .doc = "How long the preferred source must be back before the load returns to it."}),
    number<&TransferSwitchSpec::failuresPerS>(
        "failures_per_year", "Failure rate", unit::perYear,
        {.min = 0, .max = 1000, .doc = "Failures of one unit in a year of operation."}),
    number<&TransferSwitchSpec::repairS>(
        "repair_h", "Repair time", unit::hour,
        {.min = 0, .max = 100000, .doc = "Mean time from failure to return to service."}),
    number<&TransferSwitchSpec::priceUsd>("price_usd", "Price", unit::dollar,
                                          {.min = 0, .doc = "Street or list price of one unit."}),
});

}  // namespace

const ComponentType& TransferSwitchSpec::type() {
    static constexpr ComponentType kType{"transfer_switch",
                                         "Transfer switch",
                                         "",
                                         false,
                                         "An automatic (ATS) or static (STS) transfer switch: one "
                                         "load, a preferred source and others.",
                                         kTransferSwitchAttributes,
                                         &createSpec<TransferSwitchSpec>,
                                         &destroySpec<TransferSwitchSpec>,
                                         kWiringParts};
    return kType;
}

}  // namespace headroom::models
