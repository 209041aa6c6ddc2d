// SPDX-License-Identifier: Apache-2.0
#include "engine/base/json.h"
#include "engine/guests/guest_file.h"

#include <nlohmann/json.hpp>

namespace headroom::engine {

namespace {

using SchemaJson = nlohmann::ordered_json;

SchemaJson propertyOf(const char* type, const char* text) {
    return {{"type", type}, {"description", text}};
}

SchemaJson joinsOf(const char* text, const char* ours, SchemaJson properties) {
    properties["unit"] =
        propertyOf("string",
                   "Unit of the variable where the guest states none: W, kW, K, degC, kg/s, L/s, "
                   "Pa, s, %, 1.");
    return {{"type", "object"},
            {"description", text},
            {"additionalProperties",
             {{"type", "object"},
              {"additionalProperties", false},
              {"required", {ours}},
              {"properties", std::move(properties)}}}};
}

}  // namespace

std::string guestSchemaText() {
    const SchemaJson schema = {
        {"$schema", "http://json-schema.org/draft-07/schema#"},
        {"title", "Headroom guest of a run"},
        {"description",
         "Joins a plug-in or an FMU to a run: headroom-cli run PROJECT --guest FILE."},
        {"type", "object"},
        {"additionalProperties", false},
        {"required", {"format"}},
        {"oneOf", {{{"required", {"plugin"}}}, {{"required", {"fmu"}}}}},
        {"properties",
         {{"format", {{"const", kGuestFormat}}},
          {"plugin",
           {{"type", "string"},
            {"minLength", 1},
            {"description", "Shared library, absolute or next to this file."}}},
          {"fmu",
           {{"type", "string"},
            {"minLength", 1},
            {"description", "Co-simulation FMU 2.0 or 3.0, absolute or next to this file."}}},
          {"every", propertyOf("string",
                               "Simulated time between two answers (\"1min\"); 5 min without it.")},
          {"timeout_s",
           {{"type", "number"},
            {"exclusiveMinimum", 0},
            {"description", "Real seconds that an answer may take; 10 without it."}}},
          {"when_it_fails",
           {{"enum", {"end", "go_on"}},
            {"description",
             "Whether the run ends once the guest fails, or continues without it; it ends without "
             "it."}}},
          {"inputs",
           joinsOf(
               "By variable of the guest: what it is given.", "channel",
               {{"channel",
                 propertyOf(
                     "string",
                     "Channel of the run, by its name in recordings: \"loop/warm/heat_kw\".")}})},
          {"outputs",
           joinsOf(
               "By variable of the guest: the number of the design that it sets.", "set",
               {{"set", propertyOf("string", "OBJECT.KEY.")},
                {"least", propertyOf("number", "Cut off below, in the unit of the key.")},
                {"most", propertyOf("number", "Cut off above.")},
                {"resolution", propertyOf("number", "A change up to that is none; 0 without it.")},
                {"fallback", propertyOf("number",
                                        "Value once the guest has failed and the run continues; "
                                        "without it, it stays.")}})},
          {"start",
           {{"type", "object"},
            {"description", "Parameters and start values of an FMU, in its units."},
            {"additionalProperties", {{"type", {"number", "boolean"}}}}}}}}};
    return jsonText(schema, 2) + "\n";
}

}  // namespace headroom::engine
