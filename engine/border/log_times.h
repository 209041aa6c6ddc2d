// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/border/instants.h"
#include "engine/border/quantities.h"
#include "models/workload/job_trace.h"

#include <optional>
#include <string>
#include <string_view>

/// Times in logs of jobs and requests. These logs count from the start of the log, or since 1970, or write dates.
namespace headroom::engine {

/// How a column of a log writes times, as its user states it.
enum class LogTimeUnit { Inferred, Seconds, Milliseconds, Microseconds, Minutes, Hours, Dates };

LogTimeUnit logTimeUnit(models::TraceTime unit);

/// The unit that a head ends with: "submit_s", "timestamp_ms", "duration (min)", "elapsed [h]".
std::optional<LogTimeUnit> timeUnitOfHead(std::string_view head);

/// One column of times. It is read twice: every cell is observed, then decide(), then cells become seconds.
class LogTimes {
  public:
    LogTimes(std::string head, LogTimeUnit unit) : head_(std::move(head)), unit_(unit) {}

    void observe(std::string_view cell);

    /// Numbers of an inferred column are in the unit of the head, else in seconds, or in ms, us or ns if they
    /// are that large since 1970. `others`: how a column next to it writes dates, if this one leaves that open.
    /// TIM-002 no cell is a time. TIM-003 day and month cannot be distinguished.
    Result<void> decide(const LogTimes* others = nullptr);

    /// Nothing if the cell is not a time, or lies beyond 3,170 years.
    std::optional<double> seconds(std::string_view cell);

    /// The column counts since 1970 (UTC), and not since the start of the log.
    bool isSinceEpoch() const { return isSinceEpoch_; }

    bool isText() const { return reader_.has_value(); }

    const std::string& head() const { return head_; }

  private:
    std::string head_;
    LogTimeUnit unit_ = LogTimeUnit::Inferred;
    InstantColumn column_;
    long numbers_ = 0, texts_ = 0;
    double least_ = 0.0, most_ = 0.0;
    double factor_ = 1.0;
    bool isSinceEpoch_ = false;
    std::optional<InstantReader> reader_;
};

/// One column of lengths of time. Cells are numbers in a unit ("90", "1.5 h"), or several ("2h30m", "1 day 4 h").
/// Clock times are read as Slurm writes them: "02:10:00", "1-12:00:00", "2:30" for minutes and seconds. Python and pandas
/// write "1 day, 2:10:00" and "0 days 02:10:00". ISO 8601 has "PT1H30M".
class LogDurations {
  public:
    LogDurations(std::string_view head, LogTimeUnit unit);

    /// How the column writes numbers, once that is known.
    void write(const NumberStyle& style) { style_ = style; }

    /// Seconds, which may be negative; nothing if the cell is not a length of time.
    std::optional<double> seconds(std::string_view cell) const;

  private:
    double factor_ = 1.0;
    NumberStyle style_;
};

/// "1-12:00:00", "02:10:00", "2:30", "-0:05", "1 day, 2:10:00" as seconds.
std::optional<double> clockDurationS(std::string_view text);

/// "2h30m", "1 d 4 h", "90 min", "PT1H30M", "P1DT2H": numbers with units of time, each smaller than the one before.
std::optional<double> spelledDurationS(std::string_view text);

}  // namespace headroom::engine
