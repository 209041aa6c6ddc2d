// SPDX-License-Identifier: Apache-2.0
#include "models/cooling/cooling_class.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace headroom::models {

namespace {

constexpr auto kCoolantKindWords = std::to_array<std::string_view>({"air", "liquid"});

constexpr auto kCoolingClassAttributes = std::to_array<Attribute>({
    choice<&CoolingClassSpec::kind>(
        "kind", "Kind", kCoolantKindWords,
        {.required = true, .doc = "Whether it is of air at the inlet or of facility water."}),
    number<&CoolingClassSpec::recommendedLowC>(
        "recommended_low_c", "Recommended from", unit::celsius,
        {.min = -20, .max = 80, .doc = "Lowest temperature for long operation."}),
    number<&CoolingClassSpec::recommendedHighC>(
        "recommended_high_c", "Recommended to", unit::celsius,
        {.min = -20, .max = 80, .doc = "Highest temperature for long operation."}),
    number<&CoolingClassSpec::allowableLowC>(
        "allowable_low_c", "Allowable from", unit::celsius,
        {.min = -20, .max = 80, .doc = "Lowest temperature at which it must work."}),
    number<&CoolingClassSpec::allowableHighC>(
        "allowable_high_c", "Allowable to", unit::celsius,
        {.min = -20,
         .max = 80,
         .doc = "Highest temperature at which it must work; none: no limit of the class."}),
    number<&CoolingClassSpec::derateAboveM>(
        "derate_above_m", "Derated above", unit::metre,
        {.min = 0, .max = 5000, .doc = "Elevation over which the highest temperature falls."}),
    number<&CoolingClassSpec::derateMPerK>(
        "derate_m_per_k", "Derating", unit::metrePerKelvin,
        {.min = 1, .max = 10000, .doc = "Metres of elevation that cost one kelvin."}),
});

}  // namespace

const ComponentType& CoolingClassSpec::type() {
    static constexpr ComponentType kType{
        "cooling_class",
        "Cooling class",
        "",
        false,
        "A class of equipment by the temperature of the air or facility water that it is made for.",
        kCoolingClassAttributes,
        &createSpec<CoolingClassSpec>,
        &destroySpec<CoolingClassSpec>};
    return kType;
}

double allowableHighC(const CoolingClassSpec& spec, double elevationM) {
    if (std::isnan(spec.derateAboveM) || std::isnan(spec.derateMPerK)) {
        return spec.allowableHighC;
    }
    return spec.allowableHighC - std::max(0.0, elevationM - spec.derateAboveM) / spec.derateMPerK;
}

}  // namespace headroom::models
