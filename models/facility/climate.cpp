// SPDX-License-Identifier: Apache-2.0
#include "models/facility/climate.h"

#include <array>

namespace headroom::models {

namespace {

constexpr auto kClimateAttributes = std::to_array<Attribute>({
    number<&ClimateSpec::latitude>(
        "latitude_deg", "Latitude", unit::degree,
        {.min = -90, .max = 90, .required = true, .doc = "North positive."}),
    number<&ClimateSpec::longitude>(
        "longitude_deg", "Longitude", unit::degree,
        {.min = -180, .max = 180, .required = true, .doc = "East positive."}),
    number<&ClimateSpec::utcOffsetS>(
        "utc_offset_h", "UTC offset", unit::hour,
        {.min = -12, .max = 14, .required = true, .doc = "Standard time."}),
    number<&ClimateSpec::elevationM>(
        "elevation_m", "Elevation", unit::metre,
        {.min = -500, .max = 6000, .required = true, .doc = "Above sea level."}),
    number<&ClimateSpec::pressurePa>(
        "pressure_pa", "Pressure", unit::pascal,
        {.min = 50000, .max = 110000, .required = true, .doc = "Mean station pressure."}),
    numberList<&ClimateSpec::dryBulbC>(
        "dry_bulb_c", "Dry bulb", unit::celsius,
        {.required = true,
         .doc = "12 months by 24 hours of standard time, January 0 h first.",
         .count = 288}),
    numberList<&ClimateSpec::dewPointC>(
        "dew_point_c", "Dew point", unit::celsius,
        {.required = true, .doc = "12 months by 24 hours, as dry bulb.", .count = 288}),
    numberList<&ClimateSpec::dryBulbDeviationK>(
        "dry_bulb_deviation_k", "Day-to-day deviation", unit::kelvin,
        {.required = true, .doc = "Standard deviation of daily means, 12 months.", .count = 12}),
    number<&ClimateSpec::dayCorrelation>("day_correlation", "Day-to-day correlation", unit::none,
                                         {.min = 0,
                                          .max = 1,
                                          .required = true,
                                          .doc = "Correlation of the deviation from one day to the "
                                                 "next."}),
    numberList<&ClimateSpec::dryBulbQuantilesC>(
        "dry_bulb_quantiles_c", "Dry bulb quantiles", unit::celsius,
        {.doc = "12 months by 11 shares of their hours: lowest, 1, 5, 10, 25, 50, 75, 90, 95, 99 % "
                "and "
                "highest. A drawn year has these hours.",
         .count = 132}),
    numberList<&ClimateSpec::dewPointQuantilesC>(
        "dew_point_quantiles_c", "Dew point quantiles", unit::celsius,
        {.doc = "12 months by 11 shares of their hours, as dry bulb.", .count = 132}),
    numberList<&ClimateSpec::dewPointSlope>(
        "dew_point_slope", "Dew point by dry bulb", unit::none,
        {.min = -5,
         .max = 5,
         .doc =
             "How far the mean dew point of a day moves for each kelvin of dry bulb, 12 months; 1 "
             "where not stated.",
         .count = 12}),
    numberList<&ClimateSpec::dewPointDeviationK>(
        "dew_point_deviation_k", "Dew point deviation", unit::kelvin,
        {.min = 0,
         .max = 30,
         .doc = "Standard deviation of the mean dew points of days about that, 12 months.",
         .count = 12}),
    number<&ClimateSpec::dewPointCorrelation>(
        "dew_point_correlation", "Dew point correlation", unit::none,
        {.min = 0,
         .max = 1,
         .doc = "Correlation of the dew point deviation from one day to the next."}),
    reference<&ClimateSpec::grid>(
        "grid", "Grid region", "grid",
        {.doc = "That feeds the place: a new facility takes it where its brief names none."}),
});

}  // namespace

const ComponentType& ClimateSpec::type() {
    static constexpr ComponentType kType{"climate",
                                         "Climate",
                                         "",
                                         false,
                                         "Typical weather of a place: monthly means by hour of the "
                                         "day, and how days and hours differ.",
                                         kClimateAttributes,
                                         &createSpec<ClimateSpec>,
                                         &destroySpec<ClimateSpec>};
    return kType;
}

}  // namespace headroom::models
