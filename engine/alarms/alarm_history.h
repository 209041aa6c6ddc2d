// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/alarms/alarm_list.h"
#include "engine/run/frame/frame.h"

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace headroom::engine {

/// All alarms of a run, as its recording keeps them once it has ended: what was wrong at any instant of it.
class AlarmHistory {
  public:
    AlarmHistory() = default;

    /// Section of the summary of a recording (summaryJson() of live/run.h). Not known where it has none
    /// that can be read: a run that did not finish, or of an earlier version.
    static AlarmHistory read(std::string_view summary);

    /// History of a run that continues, from its present list.
    static AlarmHistory of(const AlarmList& now);

    bool isEmpty() const { return rows_.empty(); }

    /// Whether the recording tells of alarms at all, be it that there was none.
    bool isKnown() const { return known_; }

    /// Takes the quantities of texts from the events that they quote, ascending by id.
    void quote(std::span<const Event> events);

    /// Ended ones that the recording left out: those that ended first.
    std::int64_t left() const { return left_; }

    /// Alarms that were active at that time, and those that had ended. Counts cover the whole life of an
    /// alarm. The same object while nothing changes.
    std::shared_ptr<const AlarmList> at(double timeS) const;

  private:
    /// By time, with all times of change.
    void arrange();

    std::vector<AlarmRow> rows_;    ///< by the time at which they were raised
    std::vector<double> changesS_;  ///< times at which the list is another, ascending
    std::int64_t left_ = 0;
    bool known_ = false;
    mutable std::size_t cachedAt_ = 0;  ///< changesS_ at or before the time of `cached_`, counted
    mutable std::shared_ptr<const AlarmList> cached_;
};

}  // namespace headroom::engine
