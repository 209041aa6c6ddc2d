// SPDX-License-Identifier: Apache-2.0
#include "models/facility/site.h"

#include "models/core/file_path.h"
#include "models/core/zone_text.h"

#include <array>

namespace headroom::models {

namespace {

constexpr auto kSiteAttributes = std::to_array<Attribute>({
    text<&SiteSpec::name>("name", "Name", {.doc = "Display name."}),
    reference<&SiteSpec::climate>(
        "climate", "Climate", "climate",
        {.required = true, .doc = "Typical weather, used where there is no weather file."}),
    filePath<&SiteSpec::weatherFile>(
        "weather_file", "Weather file",
        {.doc = "EPW or TMY3 file, absolute or relative to the project; replaces the climate."}),
    zoneText<&SiteSpec::timeZone>("time_zone", "Time zone",
                                  {.doc = "IANA name such as America/New_York, or an offset such "
                                          "as UTC-5: the clock of meters and prices that "
                                          "state no offset. A run computes in the standard time of "
                                          "the zone. Without it, the standard time of the "
                                          "weather holds all year."}),
    reference<&SiteSpec::grid>("grid", "Grid region", "grid",
                               {.required = true, .doc = "Default price and carbon intensity."}),
    number<&SiteSpec::energyUsdPerJ>(
        "energy_usd_per_kwh", "Energy price", unit::dollarPerKilowattHour,
        {.min = 0, .max = 2, .doc = "Replaces the price of the grid region."}),
    number<&SiteSpec::peakUsdPerJ>(
        "peak_usd_per_kwh", "Peak price", unit::dollarPerKilowattHour,
        {.min = 0,
         .max = 5,
         .doc =
             "In the peak hours of every day; the energy price holds in the others. One price at "
             "all hours where not stated."}),
    number<&SiteSpec::peakFromS>("peak_from_h", "Peak from", unit::hour,
                                 {.min = 0, .max = 24, .doc = "Local standard time."}),
    number<&SiteSpec::peakToS>("peak_to_h", "Peak to", unit::hour,
                               {.min = 0, .max = 24, .doc = "Local standard time."}),
    number<&SiteSpec::carbonKgPerJ>(
        "carbon_g_per_kwh", "Carbon intensity", unit::gramPerKilowattHour,
        {.min = 0, .max = 2000, .doc = "Replaces the figure of the grid region."}),
    number<&SiteSpec::mechanicalPowerFactor>(
        "mechanical_power_factor", "Power factor of motors", unit::none,
        {.min = 0.5,
         .max = 1,
         .doc = "Power factor of pumps, fans and chillers with their drives."}),
    number<&SiteSpec::dieselUsdPerM3>(
        "diesel_usd_per_l", "Diesel price", unit::dollarPerLitre,
        {.min = 0, .max = 20, .doc = "Price of generator fuel; 1.2 where not stated."}),
    number<&SiteSpec::waterUsdPerM3>("water_usd_per_m3", "Water price", unit::dollarPerCubicMetre,
                                     {.min = 0, .max = 100, .doc = "Water and sewer."}),
});

}  // namespace

const ComponentType& SiteSpec::type() {
    static constexpr ComponentType kType{
        "site",
        "Site",
        "site",
        true,
        "The location of the facility: weather, energy price, carbon.",
        kSiteAttributes,
        &createSpec<SiteSpec>,
        &destroySpec<SiteSpec>};
    return kType;
}

}  // namespace headroom::models
