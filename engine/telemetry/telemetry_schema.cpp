// SPDX-License-Identifier: Apache-2.0
#include "engine/base/json.h"
#include "engine/telemetry/telemetry_map.h"

#include <nlohmann/json.hpp>

namespace headroom::engine {

namespace {

using SchemaJson = nlohmann::ordered_json;

SchemaJson propertyOf(const char* type, const char* text) {
    return {{"type", type}, {"description", text}};
}

SchemaJson sensorSchema() {
    SchemaJson units = SchemaJson::array();
    for (const models::MeasuredUnit& unit : models::measuredUnits()) {
        units.push_back(unit.symbol);
    }
    return {
        {"type", "object"},
        {"additionalProperties", false},
        {"required", SchemaJson::array({"unit"})},
        {"properties",
         {{"id", propertyOf("string", "Name of the sensor; without it, its column.")},
          {"column",
           propertyOf(
               "string",
               "Its name in the source: column, topic, metric, register or Redfish path; with {} "
               "in it one for each number from `from` to `to`.")},
          {"columns",
           {{"type", "array"},
            {"items", {{"type", "string"}}},
            {"description", "Instead of a column: columns whose sum is the reading."}}},
          {"sum", propertyOf("boolean",
                             "Adds all series of Prometheus that have the labels of the column.")},
          {"counter",
           propertyOf("boolean", "The meter counts energy or volume up; its rate is the reading.")},
          {"channel", propertyOf("string",
                                 "The measured quantity, named as a column of an export: "
                                 "\"loop/htw/supply_c\", \"rack/a/R1-02/power_kw\".")},
          {"unit", {{"enum", units}, {"description", "Unit of the readings."}}},
          {"drives",
           {{"enum",
             {"liquid_heat", "rack_power", "utilization", "wet_bulb", "dry_bulb",
              "relative_humidity", "setting"}},
            {"description",
             "Effect of the reading on the twin; without it, the reading is only compared."}}},
          {"of",
           propertyOf(
               "string",
               "Racks of this object: a CDU unit (\"cdus/3\"), CDU group, hall, rack block, loop, "
               "\"rack/NAME\"; empty: all. For a setting: OBJECT.KEY.")},
          {"sd", propertyOf("number", "Standard uncertainty of a reading, in its unit.")},
          {"sd_pct",
           propertyOf("number", "The same in percent of the reading; both add as squares.")},
          {"from", propertyOf("integer", "First number for {}; 1 without it.")},
          {"to", propertyOf("integer", "Last number for {}.")}}}};
}

}  // namespace

std::string telemetrySchemaText() {
    const SchemaJson schema = {
        {"$schema", "http://json-schema.org/draft-07/schema#"},
        {"title", "Headroom map of telemetry"},
        {"type", "object"},
        {"additionalProperties", false},
        {"required", {"format", "sensors"}},
        {"properties",
         {{"format", {{"const", kTelemetryFormat}}},
          {"name", propertyOf("string", "Display name.")},
          {"source", propertyOf("string", "Where the data come from.")},
          {"time",
           {{"type", "object"},
            {"additionalProperties", false},
            {"properties",
             {{"column",
               propertyOf("string",
                          "Column of the time; \"time\" without it, or what looks like it.")},
              {"date",
               propertyOf("string",
                          "Column of the date, where date and time of day have two columns.")},
              {"as",
               {{"enum", {"calendar", "seconds", "epoch_s", "epoch_ms"}},
                {"description", "How time is written; seconds count from `start`."}}},
              {"start", propertyOf("string", "Date and time at second 0, of the site's clock.")},
              {"offset_s",
               propertyOf("number", "Added to every time: a clock that is known to be wrong.")},
              {"zone",
               propertyOf("string",
                          "Time zone of times without an offset; that of the site without it.")},
              {"order",
               {{"enum", {"day_first", "month_first"}},
                {"description", "Order of dates such as 03/04/2026."}}}}}}},
          {"workload",
           {{"type", "object"},
            {"additionalProperties", false},
            {"required", {"tasks", "fragments"}},
            {"description",
             "Work of hosts in the form of OpenDC; a sensor with the column \"workload\" has their "
             "utilisation."},
            {"properties",
             {{"tasks", propertyOf("string", "Table of tasks, next to the map.")},
              {"fragments", propertyOf("string", "Table of fragments.")},
              {"topology", propertyOf("string", "Hosts of OpenDC, as JSON.")},
              {"hosts", propertyOf("number", "Hosts, without a topology.")},
              {"cores_per_host", propertyOf("number", "Cores of each.")},
              {"core_mhz", propertyOf("number", "Speed of each core.")},
              {"step_s",
               propertyOf("number", "Utilisation is the mean over so long; 30 s without it.")}}}}},
          {"rows",
           {{"type", "object"},
            {"additionalProperties", false},
            {"required", {"sensor", "value"}},
            {"description",
             "Where each row is one reading: columns of the sensor's name and of the value."},
            {"properties",
             {{"sensor", propertyOf("string", "Column of the name.")},
              {"value", propertyOf("string", "Column of the value.")}}}}},
          {"longest_gap_s",
           propertyOf("number",
                      "Silence of a sensor after which a gap is reported; 600 without it.")},
          {"sensors", {{"type", "array"}, {"minItems", 1}, {"items", sensorSchema()}}},
          {"places",
           {{"type", "object"},
            {"description",
             "Places of sensors on the site, by their names; a sensor without a place is shown at "
             "the measured object."},
            {"additionalProperties",
             {{"type", "object"},
              {"additionalProperties", false},
              {"required", {"x_m", "y_m"}},
              {"properties",
               {{"x_m", propertyOf("number", "East of the origin of the site.")},
                {"y_m", propertyOf("number", "North of it.")},
                {"z_m", propertyOf("number", "Above the floor; 0 without it.")}}}}}}}}}};
    return jsonText(schema, 2) + "\n";
}

}  // namespace headroom::engine
