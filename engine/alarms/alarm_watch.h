// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/alarms/alarm_conditions.h"
#include "engine/alarms/alarm_list.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace headroom::engine {

class Simulator;

/// Looks at a run after each of its steps and keeps its alarms. Belongs to the caller that steps, and to
/// their thread; lists are shared, read-only. A quiet step allocates nothing.
class AlarmWatch {
  public:
    /// Once after each step, with the events of that step (Simulator::takeEvents()). After an edit of the design, alarms of
    /// parts that are still there continue.
    void take(const Simulator& simulator, std::span<const Event> events);

    /// Begins in the middle of a run, after a step: with the events reported so far, and the alarms of that time. If
    /// null, the alarms are not known, and present conditions are raised at the first take().
    void goOn(const Simulator& simulator, std::span<const Event> past,
              const std::shared_ptr<const AlarmList>& then);

    /// The heaviest that the last take() raised; none where it raised none.
    std::optional<AlarmSeverity> raised() const { return raised_; }

    /// The same object until something changes.
    std::shared_ptr<const AlarmList> list();

  private:
    struct Active {
        AlarmSeen seen;
        AlarmRow row;
    };

    /// Facts of the story about an event, as far as alarms need them.
    struct Told {
        std::int64_t root = -1;
        Words text;  ///< of roots: "grid-a: Mains lost."
    };

    void follow(const Simulator& simulator);
    void hear(const Event& event);
    Active raise(const Simulator& simulator, const AlarmSeen& seen);
    std::int64_t leftOf(const AlarmSeen& seen) const;
    void end(Active& alarm, double timeS);
    Words textOf(std::int64_t event, const AlarmRow& row, std::span<const Event> events) const;

    std::shared_ptr<const Plant> plant_;
    std::optional<AlarmConditions> conditions_;
    std::vector<AlarmSeen> seen_;
    std::vector<Active> active_, next_;  ///< in the order of AlarmSeen
    std::vector<AlarmRow> ended_;        ///< oldest first
    std::int64_t raisedSoFar_ = 0, left_ = 0;
    std::optional<AlarmSeverity> raised_;
    std::unordered_map<std::int64_t, Told> told_;                     ///< by event
    std::vector<std::pair<std::int64_t, std::int64_t>> interrupted_;  ///< job, event
    std::shared_ptr<const AlarmList> list_;
};

}  // namespace headroom::engine
