// SPDX-License-Identifier: Apache-2.0
#include "models/facility/grid.h"

#include <array>

namespace headroom::models {

namespace {

constexpr auto kGridAttributes = std::to_array<Attribute>({
    number<&GridSpec::carbonKgPerJ>(
        "carbon_g_per_kwh", "Carbon intensity", unit::gramPerKilowattHour,
        {.min = 0, .max = 2000, .required = true, .doc = "Mean, location-based."}),
    number<&GridSpec::energyUsdPerJ>(
        "energy_usd_per_kwh", "Energy price", unit::dollarPerKilowattHour,
        {.min = 0, .max = 2, .required = true, .doc = "Industrial mean."}),
    number<&GridSpec::marginalKgPerJ>(
        "marginal_g_per_kwh", "Marginal intensity", unit::gramPerKilowattHour,
        {.min = 0,
         .max = 2000,
         .doc =
             "Carbon intensity of the plants that answer one more kilowatt-hour, mean of a year."}),
    numberList<&GridSpec::carbonShape>(
        "carbon_shape", "Shape of the intensity", unit::none,
        {.min = 0,
         .max = 20,
         .doc = "12 months by 24 hours of the local day, over the mean of the year; flat where not "
                "stated.",
         .count = 288}),
});

}  // namespace

const ComponentType& GridSpec::type() {
    static constexpr ComponentType kType{
        "grid",
        "Grid region",
        "",
        false,
        "The price and emissions of a kilowatt-hour in one region.",
        kGridAttributes,
        &createSpec<GridSpec>,
        &destroySpec<GridSpec>};
    return kType;
}

}  // namespace headroom::models
