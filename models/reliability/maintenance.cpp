// SPDX-License-Identifier: Apache-2.0
#include "models/reliability/maintenance.h"

#include <array>

namespace headroom::models {

namespace {

constexpr Rule stockRule(std::string_view doc) {
    return {.min = -1, .max = 1000000, .doc = doc};
}

constexpr auto kMaintenanceAttributes = std::to_array<Attribute>({
    number<&MaintenanceSpec::ageS>(
        "age_h", "Age of the parts", unit::hour,
        {.min = 0,
         .max = 1000000.0,
         .doc =
             "Age of all parts at the start of a run: new ones fail more often. Not stated: parts "
             "of every age, which fail at their mean rates."}),
    boolean<&MaintenanceSpec::stress>(
        "stress_effects", "Stress counts",
        {.doc = "Rates follow temperature and load where their kind says how; else they stay as "
                "stated."}),
    integer<&MaintenanceSpec::crews>(
        "crews", "Crews",
        {.min = -1, .max = 10000, .doc = "Repairs at a time by day; -1: as many as it takes."}),
    integer<&MaintenanceSpec::nightCrews>(
        "night_crews", "Crews at night",
        {.min = -1, .max = 10000, .doc = "Outside of the shift; -1: as by day."}),
    number<&MaintenanceSpec::shiftFromS>("shift_from_h", "Shift begins", unit::hour,
                                         {.min = 0, .max = 24, .doc = "Hour of the day."}),
    number<&MaintenanceSpec::shiftToS>("shift_to_h", "Shift ends", unit::hour,
                                       {.min = 0, .max = 24, .doc = "Hour of the day."}),
    number<&MaintenanceSpec::responseS>(
        "response_min", "Response", unit::minute,
        {.min = 0, .max = 100000, .doc = "From the call of a free crew to the start of its work."}),
    number<&MaintenanceSpec::windowFromS>(
        "window_from_h", "Window opens", unit::hour,
        {.min = 0,
         .max = 24,
         .doc = "Hour of the day from which work may start that does not press; equal to its end: "
                "always."}),
    number<&MaintenanceSpec::windowToS>("window_to_h", "Window closes", unit::hour,
                                        {.min = 0, .max = 24, .doc = "Hour of the day."}),
    number<&MaintenanceSpec::workShare>(
        "work_share_pct", "Work in a repair", unit::percent,
        {.min = 0,
         .max = 100,
         .doc = "Share of the stated time to repair that a crew works; stated times hold the "
                "waiting for crews and parts of the fleets that they come from."}),
    number<&MaintenanceSpec::reorderShare>(
        "reorder_pct", "Reorder level", unit::percent,
        {.min = 0,
         .max = 100,
         .doc = "Share of the full stock at or under which it is ordered up to full."}),
    integer<&MaintenanceSpec::accelerators>(
        "stock_accelerators", "Stock, accelerators",
        stockRule("Spare accelerators or their boards; -1: never run out.")),
    integer<&MaintenanceSpec::serverParts>(
        "stock_server_parts", "Stock, parts of servers",
        stockRule("Processors, memory, drives, boards, fans; -1: never run out.")),
    integer<&MaintenanceSpec::adapters>("stock_adapters", "Stock, adapters",
                                        stockRule("Network adapters; -1: never run out.")),
    integer<&MaintenanceSpec::optics>("stock_optics", "Stock, optics",
                                      stockRule("Modules and cables; -1: never run out.")),
    integer<&MaintenanceSpec::switches>("stock_switches", "Stock, switches",
                                        stockRule("Switches; -1: never run out.")),
    integer<&MaintenanceSpec::powerSupplies>(
        "stock_power_supplies", "Stock, power supplies",
        stockRule("Supplies of servers and rectifiers of shelves; -1: never run out.")),
    integer<&MaintenanceSpec::pumps>("stock_pumps", "Stock, pumps",
                                     stockRule("Pumps of CDUs and loops; -1: never run out.")),
    integer<&MaintenanceSpec::coolingParts>(
        "stock_cooling_parts", "Stock, cooling parts",
        stockRule("Valves, hoses, fans and parts of machines; -1: never run out.")),
    integer<&MaintenanceSpec::electricalParts>(
        "stock_electrical_parts", "Stock, electrical parts",
        stockRule("Breakers, modules of UPS and PDU; -1: never run out.")),
});

}  // namespace

int MaintenanceSpec::stock(SparePart part) const {
    const std::array<int, kSpareParts> stocks = {accelerators, serverParts,  adapters,
                                                 optics,       switches,     powerSupplies,
                                                 pumps,        coolingParts, electricalParts};
    return part == SparePart::None ? -1 : stocks[static_cast<std::size_t>(part) - 1];
}

const ComponentType& MaintenanceSpec::type() {
    static constexpr ComponentType kType{"maintenance",
                                         "Maintenance",
                                         "maintenance",
                                         true,
                                         "How old the parts are, who repairs them, with which "
                                         "stock and when.",
                                         kMaintenanceAttributes,
                                         &createSpec<MaintenanceSpec>,
                                         &destroySpec<MaintenanceSpec>};
    return kType;
}

}  // namespace headroom::models
