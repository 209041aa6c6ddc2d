// SPDX-License-Identifier: Apache-2.0
#include "models/facility/drill.h"

#include <array>

namespace headroom::models {

namespace {

constexpr auto kDrillActionWords =
    std::to_array<std::string_view>({"fail", "repair", "open", "close", "sag", "fault", "reset",
                                     "stick", "foul", "leak", "isolate"});

constexpr auto kMachineWords = std::to_array<std::string_view>(
    {"all", "pumps", "condenser_pumps", "chillers", "towers", "dry_coolers", "cdus", "air_handlers",
     "valve", "exchanger"});

constexpr auto kAttributes = std::to_array<Attribute>({
    text<&DrillSpec::name>("name", "Name", {.doc = "What people call it."}),
    number<&DrillSpec::atS>(
        "at_min", "At", unit::minute,
        {.min = 0, .max = 10000000, .required = true, .doc = "After the start of the run."}),
    choice<&DrillSpec::action>(
        "action", "Action", kDrillActionWords,
        {.required = true,
         .doc = "fail and repair a unit; open and close the incoming breakers of a power unit; sag: "
                "its voltage dips; fault: a short circuit on it; reset: clears lock-outs and trips; "
                "stick: a control valve stays; foul: an exchanger loses conductance; leak: coolant "
                "escapes; isolate: shut off from its circuit."}),
    reference<&DrillSpec::unit>("unit", "Unit", "power_unit|cooling_loop|cdu_group|hall|rack_block",
                                {.required = true, .doc = "What it happens to."}),
    integer<&DrillSpec::instance>(
        "instance", "Of the array",
        {.min = 0,
         .max = 10000,
         .doc = "Which unit of an array of power units, or row of a rack block, from 1; 0: all."}),
    choice<&DrillSpec::machine>(
        "machine", "Machine", kMachineWords,
        {.doc = "Which machines of a cooling loop, CDU group or hall."}),
    integer<&DrillSpec::count>(
        "count", "How many", {.min = 0, .max = 10000, .doc = "Of these machines; 0: all."}),
    number<&DrillSpec::amount>(
        "amount_pct", "Amount", unit::percent,
        {.min = 0,
         .max = 100,
         .doc = "stick: opening of the valve (where it stands if not stated); foul: conductance "
                "that is left (50); leak: share of the flow of one row or unit that escapes at "
                "working pressure (2)."}),
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
