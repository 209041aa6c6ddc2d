// SPDX-License-Identifier: Apache-2.0
#include "models/economics/currency.h"

#include <array>

namespace headroom::models {

namespace {

constexpr auto kCurrencyAttributes = std::to_array<Attribute>({
    number<&CurrencySpec::perUsd>(
        "units_per_usd", "Exchange rate", unit::none,
        {.min = 1e-6, .max = 1e9, .required = true, .doc = "Units of it for one dollar."}),
    integer<&CurrencySpec::rateYear>(
        "rate_year", "Year of the rate",
        {.min = 1990, .max = 2200, .required = true, .doc = "Year whose mean the rate is."}),
});

}  // namespace

const ComponentType& CurrencySpec::type() {
    static constexpr ComponentType kType{"currency",
                                         "Currency",
                                         "",
                                         false,
                                         "The value of one dollar in another currency.",
                                         kCurrencyAttributes,
                                         &createSpec<CurrencySpec>,
                                         &destroySpec<CurrencySpec>};
    return kType;
}

}  // namespace headroom::models
