// SPDX-License-Identifier: Apache-2.0
#include "engine/storyboard/storyboard.h"
#include "tests/hostile/invariant.h"
#include "tests/hostile/parsers.h"

namespace headroom::hostile {

void storyboard(std::string_view bytes) {
    const auto read = engine::parseStoryboard(bytes, "storyboard.json");
    if (!read) {
        requireRefusal(read.error(), "storyboard.json");
        return;
    }
    require(read->scenes.size() <= engine::kMostScenes, "more scenes than there may be");
    for (const engine::StoryScene& scene : read->scenes) {
        requireFinite(scene.pose, "pose");
        requireFinite(scene.atS, "instant");
        require(scene.holdS >= engine::kShortestHold && scene.holdS <= engine::kLongestHold,
                "a scene without an end");
    }
    const std::string text = engine::storyboardText(*read);
    const auto again = engine::parseStoryboard(text, "storyboard.json");
    require(again.has_value() && *again == *read,
            "written and read again it is another storyboard");
}

}  // namespace headroom::hostile
