// SPDX-License-Identifier: Apache-2.0
#include "models/facility/power_unit.h"

#include <array>

namespace headroom::models {

namespace {

constexpr auto kPowerUnitAttributes = std::to_array<Attribute>({
    text<&PowerUnitSpec::name>("name", "Name", {.doc = "Display name."}),
    reference<&PowerUnitSpec::part>(
        "part", "Part", kWiringParts,
        {.required = true,
         .doc = "A part of the wiring in the catalogue: utility connection, transformer, "
                "switchboard, UPS, transfer switch, PDU, or what makes power on site."}),
    integer<&PowerUnitSpec::count>(
        "count", "Count",
        {.min = 1,
         .max = 10000,
         .doc =
             "Equal units in this array; each has its own incomers and its own breaker states."}),
    integer<&PowerUnitSpec::modules>("modules", "Modules",
                                     {.min = 1,
                                      .max = 1000,
                                      .doc = "Parallel modules inside one unit: UPS modules, "
                                             "generator sets on one bus, twin transformers."}),
    integer<&PowerUnitSpec::redundant>(
        "redundant", "Spare modules",
        {.min = 0, .max = 100, .doc = "How many modules of one unit may fail at full load."}),
    referenceList<&PowerUnitSpec::sources>(
        "sources", "Fed from", "power_unit",
        {.doc = "Where its power comes from. A transfer switch takes the first that is live; every "
                "other part takes all that are live, in parallel."}),
    boolean<&PowerUnitSpec::joinAll>("join_all", "Joined to every unit",
                                     {.doc = "Each unit of this array is joined to every unit of "
                                             "each source; else the arrays are matched in order."}),
    reference<&PowerUnitSpec::breaker>("breaker", "Incoming breaker", "breaker",
                                       {.doc = "One on each incomer; none where not stated."}),
    reference<&PowerUnitSpec::cable>(
        "cable", "Incoming cable", "cable",
        {.doc = "One on each incomer; without impedance where not stated."}),
    number<&PowerUnitSpec::cableM>(
        "cable_m", "Cable length", unit::metre,
        {.min = 0, .max = 100000, .doc = "Cable length of each incomer."}),
    number<&PowerUnitSpec::ratingVa>(
        "rating_mva", "Agreed capacity", unit::megavoltampere,
        {.min = 0.01,
         .max = 100000,
         .doc = "Capacity of a utility connection under the grid contract."}),
    boolean<&PowerUnitSpec::ecoMode>(
        "eco_mode", "Eco mode", {.doc = "UPS: the load runs on the bypass in normal operation."}),
    number<&PowerUnitSpec::upsBatteryYears>("battery_age_years", "Age of battery", unit::year,
                                            {.min = 0,
                                             .max = 40,
                                             .doc = "UPS: for which a run is computed; 0 is new. "
                                                    "Checks and sizing take the end of its life."}),
    number<&PowerUnitSpec::upsBatteryC>(
        "battery_temperature_c", "Temperature of battery", unit::celsius,
        {.min = -20, .max = 60, .doc = "UPS: of the cells; the battery room keeps it."}),
    number<&PowerUnitSpec::batteryJ>("external_battery_kwh", "External battery", unit::kilowattHour,
                                     {.min = 0,
                                      .max = 10000000,
                                      .doc = "Energy that a battery at the output of each unit "
                                             "holds when full, whose control is outside of "
                                             "this model: a guest of the run, which says as it "
                                             "goes what it gives. There is none where not "
                                             "stated."}),
    number<&PowerUnitSpec::batteryStart>(
        "external_battery_start_pct", "External battery at the start", unit::percent,
        {.min = 0, .max = 100, .doc = "State of charge at the start of the run."}),
    number<&PowerUnitSpec::batteryGivesW>(
        "external_battery_kw", "External battery gives", unit::kilowatt,
        {.min = -1000000,
         .max = 1000000,
         .doc = "Asked of it at its terminals; below 0: it takes. It gives no more than the unit's "
                "loads take and "
                "than it holds, takes no more than it has room for, and rests while the unit is "
                "dead."}),
    number<&PowerUnitSpec::batteryLossW>(
        "external_battery_loss_kw", "Loss of external battery", unit::kilowatt,
        {.min = 0,
         .max = 1000000,
         .doc = "Power lost meanwhile in its cells, converter and auxiliaries, out of the stored "
                "energy. It becomes heat at the unit."}),
    reference<&PowerUnitSpec::hall>(
        "hall", "Location", "hall",
        {.doc = "Hall that takes up its heat; outdoors where not stated."}),
    number<&PowerUnitSpec::xM>("x_m", "X", unit::metre,
                               {.min = -100000,
                                .max = 100000,
                                .doc = "South-west corner in the site plan, measured east."}),
    number<&PowerUnitSpec::yM>("y_m", "Y", unit::metre,
                               {.min = -100000,
                                .max = 100000,
                                .doc = "South-west corner in the site plan, measured north."}),
});

}  // namespace

const ComponentType& PowerUnitSpec::type() {
    static constexpr ComponentType kType{
        "power_unit",
        "Power unit",
        "power_units",
        false,
        "One part of the electrical wiring, or an array of equal ones, and what feeds it.",
        kPowerUnitAttributes,
        &createSpec<PowerUnitSpec>,
        &destroySpec<PowerUnitSpec>};
    return kType;
}

}  // namespace headroom::models
