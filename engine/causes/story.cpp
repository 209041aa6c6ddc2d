// SPDX-License-Identifier: Apache-2.0
#include "engine/causes/story.h"

#include <utility>

namespace headroom::engine {

const char* lossKindName(LossKind kind) {
    switch (kind) {
        case LossKind::Redone:
            return "Work to be done again";
        case LossKind::Hung:
            return "Standing still";
        case LossKind::Restarting:
            return "Restarting";
        case LossKind::Waiting:
            return "Waiting to restart";
        case LossKind::Slowed:
            return "Slowed";
        case LossKind::OutOfService:
            return "Out of service";
        case LossKind::Count:
            break;
    }
    return "";
}

std::shared_ptr<const Story> storyOf(std::vector<Event> events, std::vector<Loss> losses) {
    auto story = std::make_shared<Story>();
    if (!events.empty()) {
        std::stable_sort(events.begin(), events.end(),
                         [](const Event& a, const Event& b) { return a.id < b.id; });
        story->blocks.push_back(std::make_shared<const std::vector<Event>>(std::move(events)));
    }
    if (!losses.empty()) {
        story->losses.push_back(std::make_shared<const std::vector<Loss>>(std::move(losses)));
    }
    return story;
}

}  // namespace headroom::engine
