// SPDX-License-Identifier: Apache-2.0
#include "engine/storyboard/storyboard_schema.h"

#include "engine/base/json.h"
#include "engine/storyboard/storyboard.h"

#include <nlohmann/json.hpp>

namespace headroom::engine {

namespace {

using OrderedSchema = nlohmann::ordered_json;

OrderedSchema listOf(const char* type, const char* description) {
    return {{"type", "array"},
            {"maxItems", kMostScenes},
            {"items", {{"type", type}}},
            {"description", description}};
}

OrderedSchema scene() {
    const auto text = [](const char* description) {
        return OrderedSchema{{"type", "string"}, {"description", description}};
    };
    return {
        {"type", "object"},
        {"additionalProperties", false},
        {"properties",
         {{"title", text("Shown above the picture.")},
          {"note", text("Speaker's note: for the presenter, and below the picture in print.")},
          {"view", text("Name of the view: scene, plan, power...")},
          {"pose",
           listOf("number", "Place of the view, in its own numbers; all of it without them.")},
          {"colour", text("Key of the rack quantity that colours the floor.")},
          {"at_s",
           {{"type", "number"},
            {"minimum", -1},
            {"maximum", 1e12},
            {"x-unit", "s"},
            {"description", "Instant after the start of the run; below 0: the present one."}}},
          {"hold_s",
           {{"type", "number"},
            {"minimum", kShortestHold},
            {"maximum", kLongestHold},
            {"x-unit", "s"},
            {"description",
             "Time of the scene when the storyboard plays by itself, and in a video."}}},
          {"runs", listOf("string",
                          "Recordings and projects that the view compares, relative to the "
                          "storyboard's folder.")},
          {"baseline",
           {{"type", "number"},
            {"minimum", 0},
            {"maximum", kMostScenes},
            {"description", "Index of runs: the others are compared with it."}}},
          {"tab", text("Tab of the comparison: figures, inputs, events, charts or floor.")},
          {"quantity", text("Channel of the charts, or key of the rack quantity of the floors.")},
          {"motion",
           {{"type", "string"},
            {"enum", {"fly", "turn"}},
            {"description",
             "Movement of the camera of a 3-D view: from the scene before, or once around."}}},
          {"focus", listOf("string",
                           "Focus and section of a 3-D view, as \"only kind Chiller\" or \"cut "
                           "east 12.5\".")},
          {"select", listOf("string", "Ids of objects of the project.")},
          {"figures", listOf("string", "Keys of quantities of the facility that are pinned.")}}}};
}

}  // namespace

std::string storyboardSchemaText() {
    const OrderedSchema schema{
        {"$schema", "http://json-schema.org/draft-07/schema#"},
        {"title", "Headroom storyboard"},
        {"description", "Scenes that tell a story of a project or of a recorded run."},
        {"type", "object"},
        {"required", {"headroom_storyboard", "scenes"}},
        {"additionalProperties", false},
        {"properties",
         {{"headroom_storyboard",
           {{"type", "integer"},
            {"minimum", 1},
            {"maximum", kStoryboardVersion},
            {"description", "Version of the format."}}},
          {"title", {{"type", "string"}, {"description", "Title of the storyboard."}}},
          {"scenes", {{"type", "array"}, {"maxItems", kMostScenes}, {"items", scene()}}}}}};
    return jsonText(schema, 2) + '\n';
}

}  // namespace headroom::engine
