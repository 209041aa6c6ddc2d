// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/sim/frame.h"
#include "engine/sim/state.h"

#include <cstdint>
#include <deque>
#include <string>
#include <utility>
#include <vector>

namespace headroom::engine {

/// What happened, for people and recordings. Not part of State: the ids are.
class EventLog {
  public:
    /// Returns the id, for use as a later event's cause.
    std::int64_t add(State& state, double timeS, EventKind kind, std::string subject,
                     std::string text, std::int64_t cause = -1, int rack = -1,
                     std::int64_t job = -1, std::int32_t fault = -1) {
        Event event{state.nextEventId++, timeS, kind, std::move(subject), std::move(text),
                    cause,               rack,  job,  fault};
        recent_.push_back(event);
        if (recent_.size() > kRecent) {
            recent_.pop_front();
        }
        const std::int64_t id = event.id;
        fresh_.push_back(std::move(event));
        return id;
    }

    const std::deque<Event>& recent() const { return recent_; }

    std::vector<Event>& fresh() { return fresh_; }

  private:
    static constexpr std::size_t kRecent = 500;
    std::deque<Event> recent_;
    std::vector<Event> fresh_;
};

}  // namespace headroom::engine
