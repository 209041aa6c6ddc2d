// SPDX-License-Identifier: Apache-2.0
#include "engine/api/received_story.h"

#include <utility>

namespace headroom::engine {

namespace {

constexpr std::size_t kRecentEvents = 500;  // as frames of a run have them

}  // namespace

void ReceivedStory::add(std::vector<Event> events) {
    if (events.empty()) {
        return;
    }
    lastEvent_ = events.back().id;
    recent_.insert(recent_.end(), events.begin(), events.end());
    if (recent_.size() > kRecentEvents) {
        recent_.erase(recent_.begin(), recent_.end() - kRecentEvents);
    }
    blocks_.push_back(std::make_shared<const std::vector<Event>>(std::move(events)));
    auto told = std::make_shared<Story>();
    told->blocks = blocks_;
    story_ = std::move(told);
}

void ReceivedStory::dress(Frame& frame) const {
    frame.events = recent_;
    frame.story = story_;
    frame.alarms = alarms_;
}

}  // namespace headroom::engine
