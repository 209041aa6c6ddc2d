// SPDX-License-Identifier: Apache-2.0
#include "models/facility/drill.h"

#include <array>

namespace headroom::models {

namespace {

constexpr auto kDrillActionWords = std::to_array<std::string_view>(
    {"fail", "repair", "open", "close", "sag", "fault", "reset", "stick", "foul", "leak", "isolate",
     "cut", "degrade", "flap", "pause", "corrupt", "crash", "mistake"});

constexpr auto kMachineWords =
    std::to_array<std::string_view>({"all", "pumps", "condenser_pumps", "chillers", "towers",
                                     "dry_coolers", "cdus", "air_handlers", "valve", "exchanger"});

constexpr auto kPartWords = std::to_array<std::string_view>(
    {"none", "switch", "leaf", "spine", "core", "plane", "bundle", "uplinks", "link", "adapter"});

constexpr auto kLevelWords =
    std::to_array<std::string_view>({"row", "rack", "server", "accelerator"});

/// Attributes of the order that a drill holds.
template <auto M>
constexpr Attribute ofOrder(Attribute a) {
    a.get = [](const Attribute& row, const void* spec) {
        return detail::getMember<M>(row, &static_cast<const DrillSpec*>(spec)->order);
    };
    a.set = [](const Attribute& row, void* spec, const Value& value) {
        detail::setMember<M>(row, &static_cast<DrillSpec*>(spec)->order, value);
    };
    return a;
}

constexpr auto kDrillAttributes = std::to_array<Attribute>({
    text<&DrillSpec::name>("name", "Name", {.doc = "Display name."}),
    number<&DrillSpec::atS>(
        "at_min", "At", unit::minute,
        {.min = 0, .max = 10000000, .required = true, .doc = "After the start of the run."}),
    ofOrder<&PlantOrder::action>(choice<&PlantOrder::action>(
        "action", "Action", kDrillActionWords,
        {.required = true,
         .doc =
             "Any unit: fail, repair. Power unit: open and close its incoming breakers; sag: its "
             "voltage dips; fault: a short circuit on it; reset: clears lock-outs and trips. "
             "Cooling: stick: a control valve stays; foul: an exchanger loses conductance; leak: "
             "coolant escapes; isolate: shut off from its circuit. Links of a fabric or a WAN "
             "link: "
             "cut (down), degrade (slower), flap (down and up); pause: priority flow control "
             "storms "
             "on the links of a leaf. Rack, server or accelerator of a rack block: fail, degrade "
             "(slower), corrupt (wrong results that nobody sees), repair. Jobs: crash stops the "
             "software of a job. People: mistake opens the breaker next to that of the unit."})),
    ofOrder<&PlantOrder::unit>(reference<&PlantOrder::unit>(
        "unit", "Unit",
        "power_unit|cooling_loop|cdu_group|hall|rack_block|fabric|wan_link|"
        "storage_group|training_job|batch_job",
        {.required = true, .doc = "Unit that the action applies to."})),
    ofOrder<&PlantOrder::instance>(integer<&PlantOrder::instance>(
        "instance", "Array member",
        {.min = 0,
         .max = 10000000,
         .doc = "Which unit of an array of power units, row of a rack block, or part of a fabric, "
                "from 1; 0: all."})),
    ofOrder<&PlantOrder::machine>(choice<&PlantOrder::machine>(
        "machine", "Machine", kMachineWords,
        {.doc = "Which machines of a cooling loop, CDU group or hall."})),
    ofOrder<&PlantOrder::part>(choice<&PlantOrder::part>(
        "part", "Part of the fabric", kPartWords,
        {.doc =
             "Which parts of a fabric: its switches of a tier, a plane, the uplinks of a leaf, a "
             "bundle or a single link, the links of an adapter."})),
    ofOrder<&PlantOrder::level>(choice<&PlantOrder::level>(
        "level", "Level in the block", kLevelWords,
        {.doc =
             "Level that the number counts in a rack block: rows, racks, servers or accelerators. "
             "For rows, fail and repair apply to their coolant."})),
    ofOrder<&PlantOrder::count>(integer<&PlantOrder::count>(
        "count", "How many",
        {.min = 0,
         .max = 10000,
         .doc = "Number of these machines, or of links of a bundle; 0: all."})),
    ofOrder<&PlantOrder::amount>(number<&PlantOrder::amount>(
        "amount_pct", "Amount", unit::percent,
        {.min = 0,
         .max = 100,
         .doc =
             "Opening of the valve for stick, its present one if not stated. Conductance that is "
             "left for foul (50). Share of the flow of one row or unit that escapes at working "
             "pressure for leak (2). Rate that is left for degrade (50). Share of the time in "
             "which "
             "a link is down for flap (20)."})),
    ofOrder<&PlantOrder::durationS>(number<&PlantOrder::durationS>(
        "duration_min", "For", unit::minute,
        {.min = 0,
         .max = 10000000,
         .doc = "After that it is undone; for good where not stated, a mistake for as long as the "
                "policy of failures says."})),
});

}  // namespace

std::string_view wordOf(DrillAction action) {
    return kDrillActionWords[static_cast<std::size_t>(action)];
}

const ComponentType& DrillSpec::type() {
    static constexpr ComponentType kType{
        "drill",
        "Drill",
        "drills",
        false,
        "An injected event: something fails, opens, comes back, at a given time.",
        kDrillAttributes,
        &createSpec<DrillSpec>,
        &destroySpec<DrillSpec>};
    return kType;
}

}  // namespace headroom::models
