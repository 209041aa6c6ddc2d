// SPDX-License-Identifier: Apache-2.0
#include "models/facility/cdu_group.h"

#include <array>

namespace headroom::models {

namespace {

constexpr auto kRowPipingWords = std::to_array<std::string_view>({"direct", "reverse"});

constexpr auto kCduGroupAttributes = std::to_array<Attribute>({
    text<&CduGroupSpec::name>("name", "Name", {.doc = "Display name."}),
    reference<&CduGroupSpec::hall>("hall", "Hall", "hall",
                                   {.required = true, .doc = "Hall of this equipment."}),
    reference<&CduGroupSpec::cdu>("cdu", "CDU", "cdu", {.required = true, .doc = "Unit."}),
    integer<&CduGroupSpec::count>(
        "count", "Units", {.min = 1, .max = 10000, .required = true, .doc = "Units in parallel."}),
    reference<&CduGroupSpec::loop>("loop", "Facility water", "cooling_loop",
                                   {.doc = "Loop that takes their heat."}),
    number<&CduGroupSpec::supplySetpointC>(
        "supply_setpoint_c", "Supply set-point", unit::celsius,
        {.min = 10, .max = 60, .required = true, .doc = "Coolant to the racks."}),
    reference<&CduGroupSpec::fluid>("fluid", "Coolant", "fluid",
                                    {.doc = "Coolant of the rack loop."}),
    boolean<&CduGroupSpec::separate>(
        "separate", "One loop each",
        {.doc = "Each unit has a rack loop of its own: the rows of its racks are dealt out in "
                "order. Else all units share one."}),
    choice<&CduGroupSpec::piping>("return_piping", "Return piping", kRowPipingWords,
                                  {.doc = "Piping of the row headers."}),
    number<&CduGroupSpec::velocityMPerS>(
        "header_velocity_m_per_s", "Velocity in headers", unit::metrePerSecond,
        {.min = 0.3, .max = 5, .doc = "Headers are the next nominal size that keeps it."}),
    number<&CduGroupSpec::valveGainPerK>(
        "valve_gain_per_k", "Valve control gain", unit::perKelvin,
        {.min = 0.001, .max = 10, .doc = "Opening per kelvin of error of the coolant supply."}),
    number<&CduGroupSpec::valveIntegralS>(
        "valve_integral_s", "Valve control integral time", unit::second,
        {.min = 1, .max = 3600, .doc = "Integral time of the valve controller."}),
    number<&CduGroupSpec::fillPa>(
        "fill_pressure_kpa", "Fill pressure", unit::kilopascal,
        {.min = 10, .max = 1000, .doc = "At the pump inlet, above the atmosphere."}),
    number<&CduGroupSpec::expansionM3>(
        "expansion_m3", "Expansion vessel", unit::cubicMetre,
        {.min = 0.0001,
         .max = 100,
         .doc = "Coolant that it gives before pressure is lost; 4 % of the volume where not "
                "stated."}),
    number<&CduGroupSpec::isolationS>(
        "leak_isolation_s", "Leak isolation", unit::second,
        {.min = 0, .max = 36000, .doc = "From a leak to shut valves."}),
    referenceList<&CduGroupSpec::feeds>(
        "feeds", "Power from", "power_unit",
        {.doc = "Feeds of their pumps, which are spread over them."}),
    number<&CduGroupSpec::xM>("x_m", "X", unit::metre,
                              {.min = -100000,
                               .max = 100000,
                               .doc = "South-west corner, measured east from that of the hall."}),
    number<&CduGroupSpec::yM>("y_m", "Y", unit::metre,
                              {.min = -100000,
                               .max = 100000,
                               .doc = "South-west corner, measured north from that of the hall."}),
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
        "Coolant distribution units of one hall that share a rack loop, or have one each.",
        kCduGroupAttributes,
        &createSpec<CduGroupSpec>,
        &destroySpec<CduGroupSpec>};
    return kType;
}

}  // namespace headroom::models
