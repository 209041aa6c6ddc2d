// SPDX-License-Identifier: Apache-2.0
#include "models/network/link_part.h"

#include <array>

namespace headroom::models {

namespace {

constexpr auto kLinkPartKindWords =
    std::to_array<std::string_view>({"transceiver", "cable", "nic", "scale_up_link", "co_packaged",
                                     "dac", "acc", "aoc", "lpo", "coherent"});

constexpr auto kLinkPartAttributes = std::to_array<Attribute>({
    choice<&LinkPartSpec::kind>("kind", "Kind", kLinkPartKindWords,
                                {.required = true, .doc = "Type of the part."}),
    text<&LinkPartSpec::vendor>("vendor", "Vendor", {.doc = "Who makes it."}),
    integer<&LinkPartSpec::ports>(
        "ports", "Lanes or ports",
        {.min = 1, .max = 64, .required = true, .doc = "Links that one part carries."}),
    number<&LinkPartSpec::portBytesPerS>(
        "gbps_per_port", "Rate", unit::gigabitPerSecond,
        {.min = 1, .max = 100000.0, .required = true, .doc = "One-way rate of one port."}),
    number<&LinkPartSpec::typicalW>(
        "power_typ_w", "Power", unit::watt,
        {.min = 0, .max = 1000, .doc = "Power of one part at one end; does not fall with load."}),
    number<&LinkPartSpec::reachMinM>("reach_min_m", "Shortest length", unit::metre,
                                     {.min = 0, .max = 1000000.0, .doc = "Shortest that is made."}),
    number<&LinkPartSpec::reachMaxM>("reach_max_m", "Reach", unit::metre,
                                     {.min = 0, .max = 1000000.0, .doc = "Longest link."}),
    integer<&LinkPartSpec::lanes>(
        "lanes", "Lanes of a port",
        {.min = 1, .max = 64, .doc = "A lost lane takes its share of the rate."}),
    number<&LinkPartSpec::latencyS>(
        "latency_ns", "Latency", unit::nanosecond,
        {.min = 0, .max = 100000, .doc = "That one part adds at its end of the link."}),
    number<&LinkPartSpec::bitErrorRate>(
        "bit_error_rate", "Bit error rate", unit::none,
        {.min = 0,
         .max = 0.01,
         .doc = "Bit error rate of a new link before forward error correction."}),
    number<&LinkPartSpec::diameterM>(
        "cable_mm", "Cable diameter", unit::millimetre,
        {.min = 0.1, .max = 50, .doc = "Diameter of its cable, for the fill of trays."}),
    number<&LinkPartSpec::priceUsdPerM>(
        "price_usd_per_m", "Price of cable", unit::dollarPerMetre,
        {.min = 0, .doc = "Price of the fibre that joins two modules."}),
    number<&LinkPartSpec::failuresPerS>(
        "failures_per_year", "Failure rate", unit::perYear,
        {.min = 0, .max = 1000, .doc = "Failures of one unit in a year of operation."}),
    number<&LinkPartSpec::repairS>(
        "repair_h", "Repair time",
        unit::hour,
        {.min = 0, .max = 100000, .doc = "Mean time from failure to return to service."}),
    number<&LinkPartSpec::priceUsd>("price_usd", "Price", unit::dollar,
                                    {.min = 0, .doc = "Street or list price of one unit."}),
});

}  // namespace

const ComponentType& LinkPartSpec::type() {
    static constexpr ComponentType kType{
        "link_part",
        "Link part",
        "",
        false,
        "An optical module, a cable or an adapter: one end of a link, or a whole cable.",
        kLinkPartAttributes,
        &createSpec<LinkPartSpec>,
        &destroySpec<LinkPartSpec>};
    return kType;
}

}  // namespace headroom::models
