// SPDX-License-Identifier: Apache-2.0
#include "models/facility/hall.h"

#include <array>

namespace headroom::models {

namespace {

constexpr auto kAttributes = std::to_array<Attribute>({
    text<&HallSpec::name>("name", "Name", {.doc = "What people call it."}),
    number<&HallSpec::xM>(
        "x_m", "X", unit::metre,
        {.min = -100000, .max = 100000, .doc = "Position in the site plan, east."}),
    number<&HallSpec::yM>(
        "y_m", "Y", unit::metre,
        {.min = -100000, .max = 100000, .doc = "Position in the site plan, north."}),
    number<&HallSpec::widthM>("width_m", "Width", unit::metre,
                              {.min = 1, .max = 2000, .required = true, .doc = "East to west."}),
    number<&HallSpec::depthM>("depth_m", "Depth", unit::metre,
                              {.min = 1, .max = 2000, .required = true, .doc = "South to north."}),
    number<&HallSpec::heightM>("height_m", "Height", unit::metre,
                               {.min = 2, .max = 30, .doc = "Floor to ceiling."}),
    referenceList<&HallSpec::feeds>(
        "feeds", "Power from", "power_unit",
        {.required = true,
         .doc = "Feeds of its switches and storage, and of its air handlers where fan_feeds is not "
                "stated; each machine is fed by all of them."}),
    referenceList<&HallSpec::fanFeeds>(
        "fan_feeds", "Fans fed from", "power_unit",
        {.doc = "Feeds of the air handlers, which are spread over them."}),
    reference<&HallSpec::crah>("crah", "Air handler", "crah", {.required = true, .doc = "Unit."}),
    integer<&HallSpec::crahs>(
        "crah_count", "Air handlers",
        {.min = 1, .max = 10000, .required = true, .doc = "Units along the walls."}),
    reference<&HallSpec::airLoop>("air_loop", "Air handlers cooled by", "cooling_loop",
                                  {.required = true, .doc = "Facility water of the coils."}),
    number<&HallSpec::supplyAirC>("supply_air_c", "Supply air", unit::celsius,
                                  {.min = 10, .max = 40, .doc = "Set-point of the air handlers."}),
    number<&HallSpec::recirculation>(
        "recirculation_pct", "Recirculation", unit::percent,
        {.min = 0,
         .max = 60,
         .doc =
             "Share of the air at rack inlets that comes from rack outlets; set by containment."}),
    number<&HallSpec::bypass>(
        "bypass_pct", "Bypass", unit::percent,
        {.min = 0, .max = 80, .doc = "Share of supply air that returns without passing a rack."}),
});

}  // namespace

const ComponentType& HallSpec::type() {
    static constexpr ComponentType kType{"hall",
                                         "Hall",
                                         "halls",
                                         false,
                                         "A room with racks: its floor, air and feeds.",
                                         kAttributes,
                                         &createSpec<HallSpec>,
                                         &destroySpec<HallSpec>};
    return kType;
}

}  // namespace headroom::models
