// SPDX-License-Identifier: Apache-2.0
#include "models/facility/cdu_group.h"

#include <array>

namespace headroom::models {

namespace {

constexpr auto kAttributes = std::to_array<Attribute>({
    text<&CduGroupSpec::name>("name", "Name", {.doc = "What people call it."}),
    reference<&CduGroupSpec::hall>("hall", "Hall", "hall",
                                   {.required = true, .doc = "Where they stand."}),
    reference<&CduGroupSpec::cdu>("cdu", "CDU", "cdu", {.required = true, .doc = "Unit."}),
    integer<&CduGroupSpec::count>(
        "count", "Units", {.min = 1, .max = 10000, .required = true, .doc = "Units in parallel."}),
    reference<&CduGroupSpec::loop>("loop", "Facility water", "cooling_loop",
                                   {.required = true, .doc = "Loop that takes their heat."}),
    number<&CduGroupSpec::supplySetpointC>(
        "supply_setpoint_c", "Supply set-point", unit::celsius,
        {.min = 10, .max = 60, .required = true, .doc = "Coolant to the racks."}),
    referenceList<&CduGroupSpec::feeds>(
        "feeds", "Power from", "power_unit",
        {.required = true, .doc = "Feeds of their pumps, which are spread over them."}),
    number<&CduGroupSpec::xM>("x_m", "X", unit::metre,
                              {.min = -100000,
                               .max = 100000,
                               .doc = "Of its south-west corner, east of that of the hall."}),
    number<&CduGroupSpec::yM>("y_m", "Y", unit::metre,
                              {.min = -100000,
                               .max = 100000,
                               .doc = "Of its south-west corner, north of that of the hall."}),
    number<&CduGroupSpec::pitchM>("pitch_m", "Pitch", unit::metre,
                                  {.min = 0.1, .max = 100, .doc = "From unit to unit, northward."}),
});

}  // namespace

const ComponentType& CduGroupSpec::type() {
    static constexpr ComponentType kType{
        "cdu_group",
        "CDU group",
        "cdu_groups",
        false,
        "Coolant distribution units of one hall that share a rack loop.",
        kAttributes,
        &createSpec<CduGroupSpec>,
        &destroySpec<CduGroupSpec>};
    return kType;
}

}  // namespace headroom::models
