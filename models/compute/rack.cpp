// SPDX-License-Identifier: Apache-2.0
#include "models/compute/rack.h"

#include <array>

namespace headroom::models {

namespace {

constexpr auto kRackAttributes = std::to_array<Attribute>({
    reference<&RackSpec::server>("server", "Server", "server",
                                 {.required = true, .doc = "Which server it holds."}),
    integer<&RackSpec::servers>(
        "servers", "Servers", {.min = 1, .max = 256, .required = true, .doc = "How many of them."}),
    number<&RackSpec::ratedPowerW>("rated_power_kw", "Rated power", unit::kilowatt,
                                   {.min = 0.1,
                                    .max = 2000,
                                    .required = true,
                                    .doc = "Design power of the rack feed and its cooling."}),
    number<&RackSpec::extraIdleW>(
        "extra_idle_w", "Shared equipment, idle", unit::watt,
        {.min = 0,
         .max = 100000.0,
         .doc = "Switch trays, management and pumps in the rack, with no work."}),
    number<&RackSpec::extraMaxW>(
        "extra_max_w", "Shared equipment, busy", unit::watt,
        {.min = 0, .max = 100000.0, .doc = "The same with the accelerators fully busy."}),
    reference<&RackSpec::shelf>(
        "power_shelf", "Power shelf", "psu",
        {.doc = "Rectifier of the shelves between feed and servers, 48 V or 800 V; none where "
                "servers have their own supplies on mains."}),
    integer<&RackSpec::shelfRectifiers>("shelf_rectifiers", "Rectifiers",
                                        {.min = 0, .max = 1000, .doc = "In all shelves."}),
    boolean<&RackSpec::staging>(
        "rectifier_staging", "Rectifier staging",
        {.doc = "Rectifiers that the load does not need are switched off."}),
    number<&RackSpec::stagingShare>(
        "staging_pct", "Staging point", unit::percent,
        {.min = 10, .max = 100, .doc = "Load of a rectifier at which the next one joins."}),
    number<&RackSpec::widthM>("width_m", "Width", unit::metre,
                              {.min = 0.1, .max = 10, .required = true, .doc = "Across the row."}),
    number<&RackSpec::depthM>("depth_m", "Depth", unit::metre,
                              {.min = 0.1, .max = 10, .required = true, .doc = "Front to back."}),
    number<&RackSpec::heightM>("height_m", "Height", unit::metre,
                               {.min = 0.1, .max = 10, .required = true, .doc = "From the floor."}),
    number<&RackSpec::massKg>("mass_kg", "Mass", unit::kilogram,
                              {.min = 1, .max = 20000, .doc = "Filled, with coolant."}),
    number<&RackSpec::coolantM3>(
        "coolant_l", "Coolant volume", unit::litre,
        {.min = 0, .max = 10000, .doc = "Coolant in plates, manifolds and hoses, or the bath."}),
    number<&RackSpec::metalJPerK>(
        "metal_kj_per_k", "Heat capacity of metal", unit::kilojoulePerKelvin,
        {.min = 0,
         .max = 100000,
         .doc = "Heat capacity of wetted metal other than the accelerators and their plates."}),
    number<&RackSpec::pressurePa>(
        "drop_kpa", "Manifold loss", unit::kilopascal,
        {.min = 0,
         .max = 1000,
         .doc = "Pressure loss of manifolds, hoses and quick disconnects at nominal flow."}),
    reference<&RackSpec::rearDoor>("rear_door", "Rear door", "rear_door",
                                   {.doc = "Heat exchanger in its outlet air; none: no door."}),
    reference<&RackSpec::tank>(
        "tank", "Immersion tank", "immersion_tank",
        {.doc = "Bath of an immersion rack; none: the bath is the coolant."}),
    integer<&RackSpec::unitsU>(
        "units_u", "Mounting height",
        {.min = 0, .max = 100, .doc = "Rack units of 44.45 mm (EIA-310); 0: not stated."}),
    integer<&RackSpec::switchTrays>(
        "switch_trays", "Switch trays",
        {.min = 0,
         .max = 64,
         .doc = "Trays of the scale-up network, one rack unit each. Shared equipment counts their "
                "power."}),
    integer<&RackSpec::serversBelow>(
        "servers_below", "Servers below them",
        {.min = 0, .max = 256, .doc = "Servers under the switch trays; the rest are above them."}),
    integer<&RackSpec::shelves>(
        "shelf_count", "Shelves",
        {.min = 0,
         .max = 32,
         .doc = "Enclosures of the rectifiers, one rack unit each, one half "
                "at the foot and one at the head of what they feed."}),
    number<&RackSpec::priceUsd>("price_usd", "Price", unit::dollar,
                                {.min = 0, .doc = "Street or list price of one unit."}),
});

}  // namespace

const ComponentType& RackSpec::type() {
    static constexpr ComponentType kType{
        "rack",
        "Rack",
        "",
        false,
        "A rack or immersion tank as delivered: servers, shared equipment, size, rating.",
        kRackAttributes,
        &createSpec<RackSpec>,
        &destroySpec<RackSpec>};
    return kType;
}

}  // namespace headroom::models
