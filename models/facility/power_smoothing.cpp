// SPDX-License-Identifier: Apache-2.0
#include "models/facility/power_smoothing.h"

#include <array>

namespace headroom::models {

namespace {

using S = PowerSmoothingSpec;

constexpr auto kPowerSmoothingAttributes = std::to_array<Attribute>({
    number<&S::edgeS>("edge_ms", "Edge", unit::millisecond,
                      {.min = 0,
                       .max = 1000,
                       .doc = "Time in which the power of a job goes from one phase of its step to "
                              "the next. Assumption: ranks are in step within 10 ms."}),
    number<&S::psuTimeS>(
        "psu_time_constant_ms", "Supplies", unit::millisecond,
        {.min = 0,
         .max = 1000,
         .doc = "Time constant with which the input of server supplies follows their output. "
                "Assumption: 15 ms, the middle of the usual hold-up of 10 to 20 ms."}),
    number<&S::upsTimeS>(
        "ups_time_constant_ms", "UPS", unit::millisecond,
        {.min = 0,
         .max = 1000,
         .doc = "Time constant with which the rectifiers of the UPS follow; 0: none, or eco mode. "
                "Assumption: 20 ms, a cycle of the grid."}),
    boolean<&S::filler>("filler", "Filler work",
                        {.doc = "A low-priority load keeps accelerators busy while a job waits."}),
    number<&S::fillerLevel>(
        "filler_level_pct", "Filler level", unit::percent,
        {.min = 0, .max = 100, .doc = "Switching activity that filler work reaches."}),
    number<&S::fillerResponseS>(
        "filler_response_ms", "Filler response", unit::millisecond,
        {.min = 0,
         .max = 10000,
         .doc = "From the beginning of a low phase until filler work runs. Assumption: polling of "
                "the activity counters."}),
    number<&S::fillerSlowdown>(
        "filler_slowdown_pct", "Filler slowdown", unit::percent,
        {.min = 0,
         .max = 50,
         .doc = "Throughput that the job loses to it; 5 % by the authors of Firefly "
                "(arXiv 2508.14318, slides)."}),
    boolean<&S::chip>("chip_smoothing", "Smoothing in the accelerator",
                      {.doc = "Accelerators keep a floor and limit their ramps."}),
    number<&S::chipFloor>(
        "chip_floor_pct", "Power floor", unit::percent,
        {.min = 0,
         .max = 100,
         .doc = "Share of the design power; GB200 allows 20 to 90 % (arXiv 2508.14318, slides)."}),
    number<&S::chipRampUpWPerS>(
        "chip_ramp_up_w_per_s", "Ramp up", unit::wattPerSecond,
        {.min = 1,
         .max = 1e6,
         .doc = "Largest rise of one accelerator; settable on NVIDIA Blackwell (NVML)."}),
    number<&S::chipRampDownWPerS>(
        "chip_ramp_down_w_per_s", "Ramp down", unit::wattPerSecond,
        {.min = 1,
         .max = 1e6,
         .doc = "Largest fall of one accelerator; settable on NVIDIA Blackwell (NVML)."}),
    number<&S::chipHoldS>("chip_hold_s", "Hold", unit::second,
                          {.min = 0,
                           .max = 3600,
                           .doc = "How long an accelerator without work stays on its floor before "
                                  "it ramps down; longer than the low phase of a step."}),
    boolean<&S::staggerJobs>(
        "stagger_jobs", "Stagger jobs",
        {.doc = "Steps of different jobs begin evenly spread instead of by chance."}),
    boolean<&S::staggerGroups>("stagger_groups", "Stagger groups",
                               {.doc = "Data-parallel groups of a job begin their steps one after "
                                       "the other."}),
    integer<&S::groups>("stagger_group_count", "Groups",
                        {.min = 2, .max = 64, .doc = "Groups into which a job is split."}),
    number<&S::groupSpread>(
        "stagger_spread_pct", "Spread", unit::percent,
        {.min = 0,
         .max = 100,
         .doc = "Delay of the last group behind the first, of the step time. The step grows by "
                "it: the groups wait for each other where they reduce gradients."}),
    boolean<&S::rackStorage>("rack_storage", "Rack storage",
                             {.doc = "Capacitors in the power shelves take the fast part."}),
    number<&S::rackStorageJ>(
        "rack_storage_j", "Energy", unit::joule,
        {.min = 0,
         .max = 1e6,
         .doc = "For each accelerator; about 65 J in the power shelves of GB300 NVL72."}),
    number<&S::rackStorageW>("rack_storage_w", "Power", unit::watt,
                             {.min = 0,
                              .max = 1e5,
                              .doc = "That storage gives or takes for each accelerator at most. "
                                     "Assumption: half of the design power of a GB300."}),
    number<&S::rackStorageRoundTrip>(
        "rack_storage_efficiency_pct", "Efficiency", unit::percent,
        {.min = 50, .max = 100, .doc = "In and out again. Assumption: two conversions of 98 %."}),
    number<&S::rackStorageTimeS>(
        "rack_storage_time_constant_s", "Time constant", unit::second,
        {.min = 0.001,
         .max = 100,
         .doc = "Time constant of the smoothed draw. Assumption: energy over the usual swing of an "
                "accelerator, 65 J / 430 W; a slower one empties the storage."}),
    boolean<&S::ups>("ups_shaving", "UPS shaving",
                     {.doc = "UPS batteries take the fast part of the load."}),
    number<&S::upsPowerShare>(
        "ups_shaving_pct", "Power", unit::percent,
        {.min = 0,
         .max = 100,
         .doc = "Share of the mean load that the batteries may give or take."}),
    number<&S::upsEnergyS>("ups_shaving_s", "Energy", unit::second,
                           {.min = 0,
                            .max = 3600,
                            .doc = "Time at that power for which shaving may empty a full battery; "
                                   "the rest of it stays for outages."}),
    number<&S::upsRoundTrip>(
        "ups_shaving_efficiency_pct", "Efficiency", unit::percent,
        {.min = 50, .max = 100, .doc = "In and out again. Assumption: lithium with converter."}),
    number<&S::upsSmoothingS>(
        "ups_smoothing_time_constant_s", "Time constant", unit::second,
        {.min = 0.001, .max = 3600, .doc = "Time constant of the smoothed draw."}),
    boolean<&S::battery>("site_battery", "Site battery",
                         {.doc = "A battery at the grid connection takes the fast part."}),
    number<&S::batteryW>(
        "battery_mw", "Power", unit::megawatt,
        {.min = 0, .max = 10000, .doc = "That the site battery gives or takes at most."}),
    number<&S::batteryJ>("battery_mwh", "Energy", unit::megawattHour,
                         {.min = 0, .max = 100000, .doc = "Usable."}),
    number<&S::batteryRoundTrip>(
        "battery_efficiency_pct", "Efficiency", unit::percent,
        {.min = 50, .max = 100, .doc = "In and out again. Assumption: 85 %, usual for lithium."}),
    number<&S::batteryTimeS>(
        "battery_time_constant_s", "Time constant", unit::second,
        {.min = 0.001, .max = 86400, .doc = "Time constant of the smoothed draw."}),
    number<&S::batteryResponseS>(
        "battery_response_ms", "Response", unit::millisecond,
        {.min = 0,
         .max = 60000,
         .doc = "Time constant with which the battery follows its command; faster edges reach the "
                "grid. Assumption: 50 ms, a grid-following inverter."}),
    number<&S::batteryRampWPerS>(
        "battery_ramp_mw_per_min", "Ramp target", unit::megawattPerMinute,
        {.min = 0.001,
         .max = 1e6,
         .doc = "Ramp of the draw that the battery aims at, both ways; without it only the time "
                "constant acts."}),
    number<&S::limitRampWPerS>(
        "limit_ramp_mw_per_s",
        "Ramp limit, one second", unit::megawattPerSecond,
        {.min = 0.001,
         .max = 1e5,
         .doc = "Largest change within one second that the grid operator allows."}),
    number<&S::limitRampPerMinuteWPerS>(
        "limit_ramp_mw_per_min", "Ramp limit, one minute", unit::megawattPerMinute,
        {.min = 0.001,
         .max = 1e6,
         .doc = "Largest change of the trend within a minute that the grid operator allows."}),
    number<&S::limitRangeW>(
        "limit_range_mw", "Range limit", unit::megawatt,
        {.min = 0.001,
         .max = 1e5,
         .doc = "Largest peak-to-peak swing within the window that the grid operator allows."}),
    number<&S::limitBandW>(
        "limit_band_mw", "Band limit", unit::megawatt,
        {.min = 0.001, .max = 1e5, .doc = "Largest amplitude of one line inside the band."}),
    number<&S::limitBandShare>(
        "limit_band_pct", "Band limit, share", unit::percent,
        {.min = 0.01, .max = 100, .doc = "The same, of the mean power at the connection."}),
    number<&S::bandLowHz>("band_low_hz", "Band from", unit::hertz,
                          {.min = 0.05, .max = 50, .doc = "0.1 Hz in arXiv 2508.14318."}),
    number<&S::bandHighHz>("band_high_hz", "Band to", unit::hertz,
                           {.min = 0.05, .max = 50, .doc = "20 Hz in arXiv 2508.14318."}),
});

}  // namespace

bool PowerSmoothingSpec::hasLimits() const {
    for (const double limit :
         {limitRampWPerS, limitRampPerMinuteWPerS, limitRangeW, limitBandW, limitBandShare}) {
        if (!std::isnan(limit)) {
            return true;
        }
    }
    return false;
}

const ComponentType& PowerSmoothingSpec::type() {
    static constexpr ComponentType kType{
        "power_smoothing",
        "Power smoothing",
        "power_smoothing",
        true,
        "Measures against the power swings of synchronous training, and the grid operator's "
        "limits.",
        kPowerSmoothingAttributes,
        &createSpec<PowerSmoothingSpec>,
        &destroySpec<PowerSmoothingSpec>};
    return kType;
}

}  // namespace headroom::models
