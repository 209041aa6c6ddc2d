// SPDX-License-Identifier: Apache-2.0
#include "models/economics/own_supply.h"

#include "models/core/file_path.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace headroom::models {

namespace {

using S = OwnSupplySpec;

constexpr auto kFollowWords = std::to_array<std::string_view>({"price", "carbon"});

constexpr auto kSupplyAttributes = std::to_array<Attribute>({
    number<&S::solarW>("solar_mw", "Solar field", unit::megawatt,
                       {.min = 0, .max = 10000, .doc = "Rated direct current of the panels."}),
    number<&S::tiltDeg>(
        "solar_tilt_deg", "Tilt", unit::degree,
        {.min = 0, .max = 90, .doc = "From level; the latitude, at most 35, where not stated."}),
    number<&S::azimuthDeg>("solar_azimuth_deg", "Azimuth", unit::degree,
                           {.min = 0,
                            .max = 360,
                            .doc = "Clockwise from north; towards the equator where not stated."}),
    number<&S::losses>(
        "solar_losses_pct", "Losses", unit::percent,
        {.min = 0,
         .max = 90,
         .doc = "Soiling, mismatch, wiring, outages; 14 where not stated (PVWatts)."}),
    number<&S::inverterShare>(
        "inverter_ratio", "Inverters", unit::none,
        {.min = 0.1,
         .max = 2,
         .doc = "Rated alternating over direct current; 1 / 1.2 where not stated."}),
    number<&S::batteryJ>("battery_mwh", "Battery", unit::megawattHour,
                         {.min = 0, .max = 100000, .doc = "That may be used."}),
    number<&S::batteryW>(
        "battery_mw", "Power of the battery", unit::megawatt,
        {.min = 0, .max = 10000, .doc = "Charged and discharged at most with it."}),
    number<&S::batteryEfficiency>(
        "battery_efficiency_pct", "Round trip", unit::percent,
        {.min = 1,
         .max = 100,
         .doc = "Efficiency of the battery with its inverters; 85 where not stated."}),
    choice<&S::follow>(
        "follow", "Follows", kFollowWords,
        {.doc = "Signal for battery and deferred work: price or carbon of each hour."}),
    number<&S::exportUsdPerJ>(
        "export_usd_per_kwh",
        "Surplus", unit::dollarPerKilowattHour,
        {.min = 0, .max = 2, .doc = "Price that the grid pays; nothing otherwise."}),
    number<&S::agreementW>(
        "agreement_mw", "Power purchase agreement", unit::megawatt,
        {.min = 0,
         .max = 10000,
         .doc = "Constant output, or that by which the hours of its file are multiplied."}),
    number<&S::agreementUsdPerJ>("agreement_usd_per_kwh", "Price of the agreement",
                                 unit::dollarPerKilowattHour,
                                 {.min = 0, .max = 2, .doc = "Paid for all that it delivers."}),
    filePath<&S::agreementFile>(
        "agreement_file", "Hours of the agreement",
        {.doc = "CSV with output, the share of its power in each of 8,760 hours."}),
    number<&S::deferred>(
        "deferred_pct", "Deferred work", unit::percent,
        {.min = 0,
         .max = 50,
         .doc = "Share of a day's energy that may wait for a better hour of that day."}),
});

}  // namespace

SolarField solarFieldOf(const OwnSupplySpec& spec, double latitude) {
    constexpr double kRadian = std::numbers::pi / 180.0;
    constexpr double kMostTiltDeg = 35.0;
    SolarField field;
    field.ratedW = spec.solarW;
    field.tilt = std::isnan(spec.tiltDeg) ? std::min(kMostTiltDeg * kRadian, std::abs(latitude))
                                          : spec.tiltDeg * kRadian;
    field.azimuth = !std::isnan(spec.azimuthDeg) ? spec.azimuthDeg * kRadian
                    : latitude >= 0.0            ? std::numbers::pi
                                                 : 0.0;
    field.losses = spec.losses;
    field.inverterW = spec.inverterShare * spec.solarW;
    return field;
}

const ComponentType& OwnSupplySpec::type() {
    static constexpr ComponentType kType{"own_supply",
                                         "Own supply",
                                         "own_supply",
                                         true,
                                         "Solar field, battery and power purchase agreement of the "
                                         "project, in its year of cost and carbon.",
                                         kSupplyAttributes,
                                         &createSpec<OwnSupplySpec>,
                                         &destroySpec<OwnSupplySpec>};
    return kType;
}

}  // namespace headroom::models
