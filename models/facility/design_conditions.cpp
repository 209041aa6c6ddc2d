// SPDX-License-Identifier: Apache-2.0
#include "models/facility/design_conditions.h"

#include <array>

namespace headroom::models {

namespace {

constexpr auto kDesignConditionsAttributes = std::to_array<Attribute>({
    number<&DesignConditionsSpec::dryBulb04C>("dry_bulb_04_c", "Design dry bulb, 0.4 %",
                                              unit::celsius,
                                              {.min = -60,
                                               .max = 60,
                                               .required = true,
                                               .doc = "Passed in 0.4 % of the hours of a year."}),
    number<&DesignConditionsSpec::wetBulbAtDryBulb04C>(
        "wet_bulb_at_dry_bulb_04_c", "Wet bulb with it", unit::celsius,
        {.min = -60,
         .max = 50,
         .required = true,
         .doc = "Mean wet bulb at the design dry bulb of 0.4 %."}),
    number<&DesignConditionsSpec::wetBulb04C>("wet_bulb_04_c", "Design wet bulb, 0.4 %",
                                              unit::celsius,
                                              {.min = -60,
                                               .max = 50,
                                               .required = true,
                                               .doc = "Passed in 0.4 % of the hours of a year."}),
    number<&DesignConditionsSpec::extremeDryBulbC>(
        "extreme_dry_bulb_c", "Highest dry bulb of 20 years", unit::celsius,
        {.min = -60,
         .max = 65,
         .required = true,
         .doc = "Return period of 20 years: what heat rejection is sized for."}),
    number<&DesignConditionsSpec::extremeWetBulbC>(
        "extreme_wet_bulb_c", "Highest wet bulb", unit::celsius,
        {.min = -60,
         .max = 50,
         .required = true,
         .doc = "Highest on record: what towers are sized for."}),
    number<&DesignConditionsSpec::dryBulb996C>(
        "dry_bulb_996_c", "Design dry bulb, 99.6 %", unit::celsius,
        {.min = -90, .max = 50, .doc = "Passed in 99.6 % of the hours of a year."}),
    number<&DesignConditionsSpec::lowestDryBulbC>(
        "lowest_dry_bulb_c", "Lowest dry bulb of 20 years", unit::celsius,
        {.min = -90,
         .max = 50,
         .doc = "Lowest temperature with a return period of 20 years, which water outdoors must "
                "withstand."}),
});

}  // namespace

const ComponentType& DesignConditionsSpec::type() {
    static constexpr ComponentType kType{
        "design_conditions",
        "Design conditions",
        "",
        false,
        "Extremes of a climate, which its typical year does not have; the id is the climate's.",
        kDesignConditionsAttributes,
        &createSpec<DesignConditionsSpec>,
        &destroySpec<DesignConditionsSpec>};
    return kType;
}

}  // namespace headroom::models
