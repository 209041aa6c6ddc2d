// SPDX-License-Identifier: Apache-2.0
#include "models/cooling/fluid.h"

#include <array>

namespace headroom::models {

namespace {

constexpr auto kFluidAttributes = std::to_array<Attribute>({
    curve<&FluidSpec::densityKgPerM3>(
        "density_kg_per_m3", "Density", unit::kilogramPerCubicMetre,
        {.min = 100, .max = 5000, .required = true, .doc = "Over temperature in °C."}),
    curve<&FluidSpec::specificHeatJPerKgK>(
        "specific_heat_j_per_kgk", "Specific heat", unit::joulePerKilogramKelvin,
        {.min = 100, .max = 10000, .required = true, .doc = "Over temperature in °C."}),
    curve<&FluidSpec::viscosityMpaS>(
        "viscosity_mpas", "Viscosity", unit::millipascalSecond,
        {.min = 0.01, .max = 100000, .required = true, .doc = "Dynamic, over temperature in °C."}),
    curve<&FluidSpec::conductivityWPerMK>(
        "conductivity_w_per_mk", "Conductivity", unit::wattPerMetreKelvin,
        {.min = 0.001, .max = 10, .required = true, .doc = "Thermal, over temperature in °C."}),
    number<&FluidSpec::freezingC>(
        "freezing_c", "Freezing point", unit::celsius,
        {.min = -200, .max = 100, .doc = "First crystals, or pour point."}),
    number<&FluidSpec::boilingC>("boiling_c", "Boiling point", unit::celsius,
                                 {.min = 0, .max = 500, .doc = "At 101.325 kPa."}),
    number<&FluidSpec::latentJPerKg>(
        "latent_kj_per_kg", "Latent heat", unit::kilojoulePerKilogram,
        {.min = 10, .max = 5000, .doc = "Heat of evaporation at the boiling point."}),
    boolean<&FluidSpec::dielectric>("dielectric", "Dielectric",
                                    {.doc = "Electronics can be immersed in it."}),
    number<&FluidSpec::priceUsdPerM3>("price_usd_per_m3", "Price", unit::dollarPerCubicMetre,
                                      {.min = 0, .doc = "Delivered, in bulk."}),
});

}  // namespace

const ComponentType& FluidSpec::type() {
    static constexpr ComponentType kType{"fluid",
                                         "Fluid",
                                         "",
                                         false,
                                         "A liquid that carries heat.",
                                         kFluidAttributes,
                                         &createSpec<FluidSpec>,
                                         &destroySpec<FluidSpec>};
    return kType;
}

FluidProperties fluidAt(const FluidSpec& spec, double temperatureC) {
    FluidProperties p;
    p.densityKgPerM3 = spec.densityKgPerM3.at(temperatureC);
    p.cpJPerKgK = spec.specificHeatJPerKgK.at(temperatureC);
    p.viscosityPaS = unit::millipascalSecond.toSi * spec.viscosityMpaS.at(temperatureC);
    p.conductivityWPerMK = spec.conductivityWPerMK.at(temperatureC);
    return p;
}

}  // namespace headroom::models
