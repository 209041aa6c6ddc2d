// SPDX-License-Identifier: Apache-2.0
#include "models/facility/power_policy.h"

#include <array>
#include <string_view>

namespace headroom::models {

namespace {

constexpr auto kFollowsWords = std::to_array<std::string_view>({"nothing", "price", "carbon"});

constexpr auto kPowerPolicyAttributes = std::to_array<Attribute>({
    number<&PowerPolicySpec::gensetDelayS>(
        "genset_delay_s", "Generator start delay", unit::second,
        {.min = 0,
         .max = 600,
         .doc = "From the loss of the sources to the order to start; short dips pass without it."}),
    number<&PowerPolicySpec::returnDelayS>(
        "return_delay_min", "Return to mains", unit::minute,
        {.min = 0,
         .max = 1440,
         .doc =
             "How long a source must be back before the plant returns to it and generators stop."}),
    integer<&PowerPolicySpec::restartBlocks>(
        "restart_blocks", "Mechanical blocks",
        {.min = 1,
         .max = 100,
         .doc = "Blocks in which pumps, fans and chillers come back after an interruption."}),
    number<&PowerPolicySpec::restartIntervalS>(
        "restart_interval_s", "Block interval", unit::second,
        {.min = 0, .max = 3600, .doc = "From one block to the next."}),
    number<&PowerPolicySpec::serverBootS>(
        "server_boot_min", "Server boot", unit::minute,
        {.min = 0, .max = 1440, .doc = "From the return of power to a server that takes jobs."}),
    boolean<&PowerPolicySpec::capEnabled>(
        "cap_enabled", "Power capping",
        {.doc = "A controller lowers accelerator clocks where a board, a transformer, a UPS or a "
                "breaker is loaded beyond the threshold."}),
    number<&PowerPolicySpec::capThreshold>(
        "cap_threshold_pct", "Cap threshold", unit::percent,
        {.min = 10, .max = 200, .doc = "Share of rating at which capping begins."}),
    number<&PowerPolicySpec::capReleaseS>(
        "cap_release_s", "Cap release", unit::second,
        {.min = 0,
         .max = 3600,
         .doc = "How long the load must stay below before clocks rise again."}),
    number<&PowerPolicySpec::capResponseS>(
        "cap_response_s", "Cap response", unit::second,
        {.min = 0.05, .max = 60, .doc = "From the measurement to the lowered clock."}),
    number<&PowerPolicySpec::capFloor>(
        "cap_floor_pct", "Lowest clock", unit::percent,
        {.min = 10, .max = 100, .doc = "Share of full clock below which capping does not go."}),
    boolean<&PowerPolicySpec::shedEnabled>(
        "shed_enabled", "Load shedding",
        {.doc = "Racks of the lowest priority are switched off where capping is not enough."}),
    number<&PowerPolicySpec::shedAfterS>(
        "shed_after_s", "Shed after", unit::second,
        {.min = 0,
         .max = 3600,
         .doc = "Longest overload at the lowest clock before racks are shed."}),
    number<&PowerPolicySpec::voltageDropLimit>(
        "voltage_drop_limit_pct", "Voltage drop limit", unit::percent,
        {.min = 0.1,
         .max = 50,
         .doc =
             "Limit of all cables between a source, transformer or converter and a load; the check "
             "warns beyond it. 5 %: NEC 210.19(A) and 215.2(A), informational notes; IEC "
             "60364-5-52, annex G, which grants 8 % behind a transformer of one's own."}),
    choice<&PowerPolicySpec::limitFollows>(
        "limit_follows", "Limit follows", kFollowsWords,
        {.doc = "Accelerators run under a power limit in the hours of the year in which energy is "
                "dearest, or "
                "the grid dirtiest; the run then meters money and carbon by the hour."}),
    number<&PowerPolicySpec::limitShare>(
        "limit_pct", "Limit in those hours", unit::percent,
        {.min = 10, .max = 100, .doc = "Share of each accelerator's own power limit."}),
    number<&PowerPolicySpec::limitHours>("limit_hours_pct", "Hours of the limit", unit::percent,
                                         {.min = 0.1,
                                          .max = 100,
                                          .doc = "At most that share of a year's hours: the "
                                                 "highest; hours that are alike are all in or all "
                                                 "out."}),
});

}  // namespace

const ComponentType& PowerPolicySpec::type() {
    static constexpr ComponentType kType{"power_policy",
                                         "Power policy",
                                         "power_policy",
                                         true,
                                         "How the plant is operated: transfer to generators and "
                                         "back, capping, shedding, restart, limits by the "
                                         "hour.",
                                         kPowerPolicyAttributes,
                                         &createSpec<PowerPolicySpec>,
                                         &destroySpec<PowerPolicySpec>};
    return kType;
}

}  // namespace headroom::models
