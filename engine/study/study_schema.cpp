// SPDX-License-Identifier: Apache-2.0
#include "engine/base/json.h"
#include "engine/study/study.h"

#include <nlohmann/json.hpp>

namespace headroom::engine {

namespace {

using OrderedJson = nlohmann::ordered_json;

OrderedJson described(const char* type, const char* text) {
    return {{"type", type}, {"description", text}};
}

OrderedJson listOf(const OrderedJson& items, const char* text) {
    return {{"type", "array"}, {"items", items}, {"minItems", 1}, {"description", text}};
}

OrderedJson axisSchema() {
    const OrderedJson scalar = {{"type", {"string", "number", "boolean"}}};
    OrderedJson axis = {
        {"type", "object"},
        {"additionalProperties", false},
        {"properties",
         {{"name", described("string", "Its name in tables; without it, the changed attribute.")},
          {"set",
           {{"oneOf", {{{"type", "string"}}, listOf({{"type", "string"}}, "")}},
            {"description", "OBJECT.KEY of the project, or several that get the same value."}}},
          {"part",
           {{"oneOf", {{{"type", "string"}}, listOf({{"type", "string"}}, "")}},
            {"description", "TYPE/PART.KEY of the catalogue, or several."}}},
          {"projects",
           listOf({{"type", "string"}}, "Projects to run instead, from the study's folder on.")},
          {"orders",
           listOf({{"type", "string"}},
                  "Orders of people in the run, as `branch --order`; an empty text: nothing.")},
          {"values", listOf(scalar, "Values, in the unit that the key ends with, or ids.")},
          {"low", described("number", "One end of a range.")},
          {"high", described("number", "The other end.")},
          {"shape",
           {{"enum", {"uniform", "log-uniform", "normal", "triangular"}},
            {"description",
             "How a design that draws lies within the range; of normal, low and high stand at "
             "5 and 95 %."}}},
          {"levels",
           {{"type", "integer"},
            {"minimum", 2},
            {"description",
             "Values of a range in designs of levels, ends included; 2 without it."}}}}}};
    axis["oneOf"] = OrderedJson::array();
    for (const char* key : {"set", "part", "projects", "orders"}) {
        axis["oneOf"].push_back({{"required", {key}}});
    }
    return axis;
}

}  // namespace

std::string studySchemaText() {
    const OrderedJson figure =
        described("string", "Key of `run --format json`, as \"pue\" or \"cost.total_usd\".");
    const OrderedJson schema = {
        {"$schema", "http://json-schema.org/draft-07/schema#"},
        {"title", "Headroom study"},
        {"type", "object"},
        {"additionalProperties", false},
        {"required", {"format", "project", "axes"}},
        {"properties",
         {{"format", {{"const", "headroom-study/1"}}},
          {"name",
           described("string", "Name of the study in the database; without it, the file's name.")},
          {"project", described("string", "Project file or folder, from the study's folder on.")},
          {"until_h",
           {{"type", "number"},
            {"exclusiveMinimum", 0},
            {"description", "Simulated time of each run; 24 without it."}}},
          {"step_s",
           {{"type", "number"},
            {"exclusiveMinimum", 0},
            {"description", "Coupling step in place of the project's."}}},
          {"seed",
           {{"type", "integer"},
            {"minimum", 0},
            {"description", "Seed of the design and of the first replication; 1 without it."}}},
          {"replications",
           {{"type", "integer"},
            {"minimum", 1},
            {"description",
             "Runs of each point, the same seeds at every point (common random numbers)."}}},
          {"random_failures",
           described("boolean", "Failures of the project that nobody ordered; true without it.")},
          {"design",
           {{"type", "object"},
            {"additionalProperties", false},
            {"properties",
             {{"kind",
               {{"enum",
                 {"factorial", "paired", "one-at-a-time", "latin-hypercube", "sobol", "morris",
                  "indices", "search"}}}},
              {"population",
               {{"type", "integer"},
                {"minimum", 4},
                {"description", "Points in each generation of a search; 24 without it."}}},
              {"generations",
               {{"type", "integer"},
                {"minimum", 1},
                {"description", "Generations of a search; 10 without it."}}},
              {"surrogate", described("boolean",
                                      "A search looks first where surfaces through what it knows "
                                      "promise most; true without it.")},
              {"points",
               {{"type", "integer"},
                {"minimum", 1},
                {"description", "Points drawn; of morris trajectories; of indices rows."}}}}}}},
          {"axes", listOf(axisSchema(), "The attributes that differ between the points.")},
          {"figures", listOf(figure, "Figures kept of each run; without it, the headlines.")},
          {"constraints", listOf({{"type", "object"},
                                  {"additionalProperties", false},
                                  {"required", {"figure"}},
                                  {"properties",
                                   {{"figure", figure},
                                    {"least", described("number", "In the figure's unit.")},
                                    {"most", described("number", "In the figure's unit.")}}}},
                                 "Limits that a feasible point keeps.")}}}};
    return jsonText(schema, 2) + '\n';
}

}  // namespace headroom::engine
