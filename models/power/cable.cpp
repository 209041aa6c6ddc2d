// SPDX-License-Identifier: Apache-2.0
#include "models/power/cable.h"

#include <array>

namespace headroom::models {

namespace {

constexpr auto kCableAttributes = std::to_array<Attribute>({
    number<&CableSpec::resistanceOhmPerM>(
        "resistance_ohm_per_km", "Resistance", unit::ohmPerKilometre,
        {.min = 0,
         .max = 100,
         .required = true,
         .doc = "Resistance of one phase at operating temperature."}),
    number<&CableSpec::reactanceOhmPerM>(
        "reactance_ohm_per_km", "Reactance", unit::ohmPerKilometre,
        {.min = 0,
         .max = 100,
         .doc = "Reactance of one phase at mains frequency; 0 for direct current."}),
    number<&CableSpec::ratedA>(
        "rated_a", "Ampacity", unit::ampere,
        {.min = 1, .max = 20000, .required = true, .doc = "Continuous current as laid."}),
    number<&CableSpec::voltageV>(
        "voltage_v", "Highest voltage", unit::volt,
        {.min = 1,
         .max = 1000000,
         .doc = "The highest between conductors that its insulation is made for."}),
    number<&CableSpec::priceUsdPerM>("price_usd_per_m", "Price", unit::dollarPerMetre,
                                     {.min = 0, .doc = "Street price of one metre."}),
});

}  // namespace

const ComponentType& CableSpec::type() {
    static constexpr ComponentType kType{
        "cable",
        "Cable or busbar trunking",
        "",
        false,
        "A conductor between two boards, per phase and unit of length.",
        kCableAttributes,
        &createSpec<CableSpec>,
        &destroySpec<CableSpec>};
    return kType;
}

}  // namespace headroom::models
