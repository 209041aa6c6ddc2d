// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/border/table_text.h"

#include <string>

namespace headroom::engine {

/// The cells of a row that hold its instant: one column, or a date and a time or an hour of the day.
class InstantCells {
  public:
    InstantCells() = default;

    InstantCells(int time, int date) : time_(time), date_(date) {}

    /// Looks at the first rows. If column `time` holds times of day, finds the column of dates; if it holds dates that repeat, finds the
    /// column of times or hours. With `time` -1 a column of instants is taken: "time" or "timestamp", else the first whose head names
    /// a time, the beginning of an interval before its end, and times of records ("created") last. Rewinds the table.
    static InstantCells find(TableReader& table, int time);

    int time() const { return time_; }  ///< -1 if there is none

    int date() const { return date_; }  ///< -1 if one column holds all

    /// The instant of the current row as one text.
    std::string text(const TableReader& table) const;

    /// A sentence about two columns; empty for one.
    std::string note(const TableHead& head) const;

  private:
    enum class Of { Clock, ClockEnding, HourFromZero, HourFromOne };

    int time_ = -1, date_ = -1;
    Of of_ = Of::Clock;
};

}  // namespace headroom::engine
