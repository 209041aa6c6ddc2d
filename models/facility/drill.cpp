// SPDX-License-Identifier: Apache-2.0
#include "models/facility/drill.h"

#include <array>

namespace headroom::models {

namespace {

constexpr auto kDrillActionWords =
    std::to_array<std::string_view>({"fail", "repair", "open", "close", "sag", "fault", "reset"});

constexpr auto kAttributes = std::to_array<Attribute>({
    text<&DrillSpec::name>("name", "Name", {.doc = "What people call it."}),
    number<&DrillSpec::atS>(
        "at_min", "At", unit::minute,
        {.min = 0, .max = 10000000, .required = true, .doc = "After the start of the run."}),
    choice<&DrillSpec::action>(
        "action", "Action", kDrillActionWords,
        {.required = true,
         .doc = "fail and repair a unit; open and close its incoming breakers; sag: its voltage "
                "dips; fault: a short circuit on it; reset: clears lock-outs and trips."}),
    reference<&DrillSpec::unit>("unit", "Power unit", "power_unit",
                                {.required = true, .doc = "Which unit."}),
    integer<&DrillSpec::instance>(
        "instance", "Of the array",
        {.min = 0, .max = 10000, .doc = "Which unit of the array, from 1; 0: all of them."}),
    number<&DrillSpec::durationS>(
        "duration_min", "For", unit::minute,
        {.min = 0, .max = 10000000, .doc = "After that it is undone; for good where not stated."}),
});

}  // namespace

const ComponentType& DrillSpec::type() {
    static constexpr ComponentType kType{
        "drill",
        "Drill",
        "drills",
        false,
        "An injected event: something fails, opens, comes back, at a given time.",
        kAttributes,
        &createSpec<DrillSpec>,
        &destroySpec<DrillSpec>};
    return kType;
}

}  // namespace headroom::models
