// SPDX-License-Identifier: Apache-2.0
#include "engine/lessons/lesson_schema.h"

#include "engine/base/json.h"

#include <nlohmann/json.hpp>

namespace headroom::engine {

namespace {

using OrderedJson = nlohmann::ordered_json;

OrderedJson textThat(const char* description, bool isRequired) {
    OrderedJson text{{"type", "string"}, {"description", description}};
    if (isRequired) {
        text["minLength"] = 1;
    }
    return text;
}

OrderedJson lessonStep() {
    return {{"type", "object"},
            {"required", {"title", "text", "check"}},
            {"additionalProperties", false},
            {"properties",
             {{"title", textThat("Its name in the list of steps.", true)},
              {"text", textThat("What to do and why, in Markdown.", true)},
              {"pane", textThat("What to look at: a pane or view by its name; none: anything.", false)},
              {"object", textThat("Id of the object to select.", false)},
              {"hints", {{"type", "array"}, {"items", {{"type", "string"}}}, {"description", "Shown one by one."}}},
              {"check", textThat("A formula that holds when the step is done, over the numbers that the manual lists.", true)},
              {"ask", textThat("What is asked for as a number: {answer} in the check.", false)},
              {"unit", textThat("Of the answer.", false)},
              {"against", textThat("An offer, as lambda-h100:on_demand, that money/... compares with.", false)}}}};
}

}  // namespace

std::string lessonSchemaText() {
    const OrderedJson schema{
        {"$schema", "http://json-schema.org/draft-07/schema#"},
        {"title", "Headroom lesson"},
        {"description", "A project with steps that check themselves."},
        {"type", "object"},
        {"required", {"format", "title", "about", "project", "minutes", "steps"}},
        {"additionalProperties", false},
        {"properties",
         {{"format", {{"const", "headroom-lesson/1"}}},
          {"title", textThat("Its name.", true)},
          {"about", textThat("What is learnt, in a sentence.", true)},
          {"project", textThat("Folder of a scenario, by its name alone.", true)},
          {"minutes", {{"type", "integer"}, {"minimum", 1}, {"maximum", 600}, {"description", "That it takes, about."}}},
          {"steps", {{"type", "array"}, {"minItems", 1}, {"items", lessonStep()}}}}}};
    return jsonText(schema, 2) + '\n';
}

}  // namespace headroom::engine
