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
    return {
        {"type", "object"},
        {"required", {"title", "text", "check"}},
        {"additionalProperties", false},
        {"properties",
         {{"title", textThat("Its name in the list of steps.", true)},
          {"text", textThat("The task and its reason, in Markdown.", true)},
          {"pane", textThat("The pane or view to look at, by its name; any without it.", false)},
          {"object", textThat("Id of the object to select.", false)},
          {"hints",
           {{"type", "array"},
            {"items", {{"type", "string"}}},
            {"description", "Shown one by one."}}},
          {"check", textThat("A formula that holds when the step is done, over the numbers that "
                             "the manual lists.",
                             true)},
          {"ask", textThat("The number to enter: {answer} in the check.", false)},
          {"unit", textThat("Unit of the answer.", false)},
          {"against",
           textThat("An offer, as lambda-h100:on_demand, that money/... compares with.", false)}}}};
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
          {"about", textThat("The aim of the lesson, in one sentence.", true)},
          {"project", textThat("Folder of a scenario, by its name alone.", true)},
          {"minutes",
           {{"type", "integer"},
            {"minimum", 1},
            {"maximum", 600},
            {"description", "That it takes, about."}}},
          {"steps", {{"type", "array"}, {"minItems", 1}, {"items", lessonStep()}}}}}};
    return jsonText(schema, 2) + '\n';
}

}  // namespace headroom::engine
