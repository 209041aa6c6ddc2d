// SPDX-License-Identifier: Apache-2.0
#include "models/facility/cooling_loop.h"

#include <array>

namespace headroom::models {

namespace {

constexpr auto kAttributes = std::to_array<Attribute>({
    text<&CoolingLoopSpec::name>("name", "Name", {.doc = "What people call it."}),
    number<&CoolingLoopSpec::supplySetpointC>(
        "supply_setpoint_c", "Supply set-point", unit::celsius,
        {.min = 4, .max = 60, .required = true, .doc = "Facility water to CDUs and air handlers."}),
    number<&CoolingLoopSpec::designRiseK>(
        "design_rise_k", "Design rise", unit::kelvin,
        {.min = 1, .max = 30, .required = true, .doc = "Return less supply at design load."}),
    reference<&CoolingLoopSpec::tower>(
        "cooling_tower", "Cooling tower", "cooling_tower",
        {.doc = "Cell; give this or a dry cooler or an air-cooled chiller."}),
    integer<&CoolingLoopSpec::towers>("cooling_tower_count", "Tower cells",
                                      {.min = 0, .max = 1000, .doc = "Cells."}),
    reference<&CoolingLoopSpec::dryCooler>("dry_cooler", "Dry cooler", "dry_cooler",
                                           {.doc = "Unit."}),
    integer<&CoolingLoopSpec::dryCoolers>("dry_cooler_count", "Dry coolers",
                                          {.min = 0, .max = 1000, .doc = "Units."}),
    reference<&CoolingLoopSpec::chiller>(
        "chiller", "Chiller", "chiller",
        {.doc = "Machine; runs when heat rejection alone misses the set-point."}),
    integer<&CoolingLoopSpec::chillers>("chiller_count", "Chillers",
                                        {.min = 0, .max = 200, .doc = "Machines."}),
    number<&CoolingLoopSpec::exchangerApproachK>(
        "exchanger_approach_k", "Economiser approach", unit::kelvin,
        {.min = 0,
         .max = 20,
         .doc = "Of the plate heat exchanger between tower or dry cooler and the loop; 0: none, "
                "water direct."}),
    number<&CoolingLoopSpec::towerMinimumC>(
        "tower_minimum_c", "Lowest tower water", unit::celsius,
        {.min = 1, .max = 40, .doc = "Tower or dry-cooler water is held at or above this."}),
    reference<&CoolingLoopSpec::pump>("pump", "Pump", "pump",
                                      {.required = true, .doc = "Facility water pump."}),
    integer<&CoolingLoopSpec::pumps>(
        "pump_count", "Pumps",
        {.min = 1, .max = 200, .required = true, .doc = "Duty pumps that share the flow."}),
    reference<&CoolingLoopSpec::condenserPump>(
        "condenser_pump", "Condenser pump", "pump",
        {.doc = "Pump of the tower or dry-cooler circuit; none where water goes direct."}),
    integer<&CoolingLoopSpec::condenserPumps>(
        "condenser_pump_count", "Condenser pumps",
        {.min = 0, .max = 200, .doc = "Duty pumps that share the flow."}),
    number<&CoolingLoopSpec::volumeM3>("volume_m3", "Water volume", unit::cubicMetre,
                                       {.min = 0.1,
                                        .max = 100000,
                                        .required = true,
                                        .doc = "Loop with buffer tanks: its thermal mass."}),
    number<&CoolingLoopSpec::cyclesOfConcentration>(
        "cycles_of_concentration", "Cycles of concentration", unit::none,
        {.min = 1.5,
         .max = 20,
         .doc = "Dissolved solids of the basin over those of make-up water."}),
    referenceList<&CoolingLoopSpec::feeds>(
        "feeds", "Power from", "power_unit",
        {.required = true,
         .doc = "Feeds of chillers, towers, dry coolers and condenser pumps, which are spread over "
                "them."}),
    referenceList<&CoolingLoopSpec::pumpFeeds>(
        "pump_feeds", "Pumps fed from", "power_unit",
        {.doc = "Feeds of the loop pumps; those of the rest where not stated."}),
    number<&CoolingLoopSpec::xM>(
        "x_m", "X", unit::metre,
        {.min = -100000, .max = 100000, .doc = "Position in the site plan, east."}),
    number<&CoolingLoopSpec::yM>(
        "y_m", "Y", unit::metre,
        {.min = -100000, .max = 100000, .doc = "Position in the site plan, north."}),
});

}  // namespace

const ComponentType& CoolingLoopSpec::type() {
    static constexpr ComponentType kType{"cooling_loop",
                                         "Cooling loop",
                                         "cooling_loops",
                                         false,
                                         "A facility water loop with its heat rejection: towers or "
                                         "dry coolers, and chillers where they are needed.",
                                         kAttributes,
                                         &createSpec<CoolingLoopSpec>,
                                         &destroySpec<CoolingLoopSpec>};
    return kType;
}

}  // namespace headroom::models
