// SPDX-License-Identifier: Apache-2.0
#include "models/facility/irradiance.h"

#include <array>

namespace headroom::models {

namespace {

constexpr Unit kWattPerSquareMetre{"W/m2", 1.0};

constexpr auto kIrradianceAttributes = std::to_array<Attribute>({
    numberList<&IrradianceSpec::globalWPerM2>(
        "global_w_per_m2", "Global", kWattPerSquareMetre,
        {.min = 0,
         .max = 1500,
         .required = true,
         .doc = "On the level, means of 12 months by 24 hours of standard time, January 0 h first.",
         .count = 288}),
    numberList<&IrradianceSpec::diffuseWPerM2>(
        "diffuse_w_per_m2", "Diffuse", kWattPerSquareMetre,
        {.min = 0,
         .max = 1500,
         .required = true,
         .doc = "Diffuse part of the irradiance, from the sky without the sun.",
         .count = 288}),
});

}  // namespace

const ComponentType& IrradianceSpec::type() {
    static constexpr ComponentType kType{"irradiance",
                                         "Irradiance",
                                         "",
                                         false,
                                         "Solar irradiance of a climate.",
                                         kIrradianceAttributes,
                                         &createSpec<IrradianceSpec>,
                                         &destroySpec<IrradianceSpec>};
    return kType;
}

}  // namespace headroom::models
