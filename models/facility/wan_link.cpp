// SPDX-License-Identifier: Apache-2.0
#include "models/facility/wan_link.h"

#include <array>

namespace headroom::models {

namespace {

constexpr auto kWanLinkAttributes = std::to_array<Attribute>({
    text<&WanLinkSpec::name>("name", "Name", {.doc = "Display name."}),
    reference<&WanLinkSpec::from>("from", "From", "fabric",
                                  {.required = true, .doc = "One of the fabrics that it joins."}),
    reference<&WanLinkSpec::to>("to", "To", "fabric",
                                {.required = true, .doc = "The other fabric that it joins."}),
    number<&WanLinkSpec::bytesPerS>(
        "gbps", "Rate", unit::gigabitPerSecond,
        {.min = 0.1, .max = 1e7, .required = true, .doc = "One-way rate of all its wavelengths."}),
    number<&WanLinkSpec::lengthM>(
        "length_km", "Length", unit::kilometre,
        {.min = 0, .max = 50000, .required = true, .doc = "Length of the fibre, not of the map."}),
    number<&WanLinkSpec::equipmentS>(
        "equipment_us", "Delay of equipment", unit::microsecond,
        {.min = 0, .max = 1e6, .doc = "Transponders, routers and their queues, one way."}),
    number<&WanLinkSpec::lossShare>(
        "loss_pct", "Packet loss", unit::percent,
        {.min = 0, .max = 50, .doc = "Share of lost packets on an idle line."}),
    number<&WanLinkSpec::usdPerS>("price_usd_per_month", "Price", unit::dollarPerMonth,
                                  {.min = 0, .doc = "Rent of the line."}),
});

}  // namespace

const ComponentType& WanLinkSpec::type() {
    static constexpr ComponentType kType{"wan_link",
                                         "Line between sites",
                                         "wan_links",
                                         false,
                                         "A line between two fabrics, as of two sites.",
                                         kWanLinkAttributes,
                                         &createSpec<WanLinkSpec>,
                                         &destroySpec<WanLinkSpec>};
    return kType;
}

double wanLatencyS(const WanLinkSpec& spec) {
    return spec.lengthM * kFibreDelaySPerM + spec.equipmentS;
}

}  // namespace headroom::models
