// SPDX-License-Identifier: Apache-2.0
#include "models/facility/load_trace.h"

#include "models/core/file_path.h"

#include <array>

namespace headroom::models {

namespace {

constexpr auto kQuantityWords = std::to_array<std::string_view>({"liquid_heat", "rack_power"});

constexpr auto kLoadTraceAttributes = std::to_array<Attribute>({
    text<&LoadTraceSpec::name>("name", "Name", {.doc = "Display name."}),
    filePath<&LoadTraceSpec::file>(
        "file", "File",
        {.required = true,
         .doc = "CSV, gzip allowed, absolute or relative to the project; values in watts."}),
    reference<&LoadTraceSpec::cduGroup>(
        "cdu_group", "CDU group", "cdu_group",
        {.required = true, .doc = "CDU group whose racks follow the trace."}),
    choice<&LoadTraceSpec::quantity>(
        "quantity", "Quantity", kQuantityWords,
        {.doc = "liquid_heat: to the coolant, from which the power follows by the servers' liquid "
                "share; rack_power: at the racks' input."}),
    text<&LoadTraceSpec::timeColumn>("time_column", "Time column",
                                     {.doc = "Seconds after the start of the run."}),
    text<&LoadTraceSpec::column>(
        "column", "Columns",
        {.doc = "Name of the column; with {} in it one for each unit of a group whose units have a "
                "loop each, from 1."}),
    text<&LoadTraceSpec::wetBulbColumn>(
        "wet_bulb_column", "Wet bulb column",
        {.doc = "Outdoor wet bulb in degrees Celsius, in place of the site's weather."}),
    number<&LoadTraceSpec::wetBulbDepressionK>(
        "wet_bulb_depression_k", "Wet bulb depression", unit::kelvin,
        {.min = 0,
         .max = 30,
         .doc = "Dry bulb over that wet bulb, which such traces do not state."}),
});

}  // namespace

const ComponentType& LoadTraceSpec::type() {
    static constexpr ComponentType kType{
        "load_trace",
        "Load trace",
        "load_traces",
        false,
        "Measured load of racks, in place of what their jobs would draw.",
        kLoadTraceAttributes,
        &createSpec<LoadTraceSpec>,
        &destroySpec<LoadTraceSpec>};
    return kType;
}

}  // namespace headroom::models
