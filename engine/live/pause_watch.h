// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/run/frame/frame.h"
#include "engine/watch/run_orders.h"

#include <cstdint>
#include <limits>
#include <span>
#include <string>

namespace headroom::engine {

class AlarmWatch;
class Simulator;

/// Stops a run that plays: at a time, or at an event or alarm of the rule.
class PauseWatch {
  public:
    void setRule(const PauseRule& rule) { rule_ = rule; }

    /// The run plays from now on, until the first step at or after `untilS`. Forgets why it stopped before.
    void begin(double untilS);

    /// Whether the run stops after its last step, with these events.
    bool stops(const Simulator& simulator, std::span<const Event> events, AlarmWatch& alarms);

    /// RunStatus::pausedBy and RunStatus::pauseText.
    std::int64_t by() const { return by_; }

    const std::string& text() const { return text_; }

  private:
    PauseRule rule_;
    double untilS_ = std::numeric_limits<double>::infinity();
    std::int64_t by_ = -1;
    std::string text_;
};

}  // namespace headroom::engine
