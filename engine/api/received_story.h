// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/alarms/alarm_list.h"
#include "engine/run/frame/frame.h"
#include "engine/run/frame/story.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace headroom::engine {

/// Events and alarms of a run that a stream has sent so far. One thread uses it.
class ReceivedStory {
  public:
    void add(std::vector<Event> events);

    void setAlarms(std::shared_ptr<const AlarmList> alarms) { alarms_ = std::move(alarms); }

    /// Puts them into a frame.
    void dress(Frame& frame) const;

    /// Number of the newest event; -1 if there is none.
    std::int64_t lastEvent() const { return lastEvent_; }

  private:
    std::vector<std::shared_ptr<const std::vector<Event>>> blocks_;
    std::vector<Event> recent_;
    std::shared_ptr<const Story> story_;
    std::shared_ptr<const AlarmList> alarms_;
    std::int64_t lastEvent_ = -1;
};

}  // namespace headroom::engine
