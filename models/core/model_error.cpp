// SPDX-License-Identifier: Apache-2.0
#include "models/core/model_error.h"

#include <array>

namespace headroom::models {

namespace {

constexpr std::array<std::string_view, 6> kOf = {"it_power", "metered_heat", "metered_power",
                                                 "overhead", "water",        "chip_temperature"};

constexpr auto kModelErrorAttributes = std::to_array<Attribute>({
    choice<&ModelErrorSpec::of>(
        "of", "Of", kOf, {.required = true, .doc = "Computed quantity, or metered in its place."}),
    number<&ModelErrorSpec::share>(
        "deviation_pct", "Deviation", unit::percent,
        {.min = 0, .max = 100, .doc = "Standard deviation of measured over computed."}),
    number<&ModelErrorSpec::deviationK>(
        "deviation_k", "Deviation of temperatures", unit::kelvin,
        {.min = 0, .max = 50, .doc = "Standard deviation of measured less computed."}),
    integer<&ModelErrorSpec::cases>(
        "cases", "Cases",
        {.min = 0, .max = 1e6, .doc = "Published measurements that it comes from; 0: none."}),
});

}  // namespace

std::string_view keyOf(ModelErrorSpec::Of of) {
    return kOf[static_cast<std::size_t>(of)];
}

const ComponentType& ModelErrorSpec::type() {
    static constexpr ComponentType kType{
        "model_error",
        "Error of a model",
        "",
        false,
        "The error of a model with correct inputs, or of a meter in its place.",
        kModelErrorAttributes,
        &createSpec<ModelErrorSpec>,
        &destroySpec<ModelErrorSpec>};
    return kType;
}

}  // namespace headroom::models
