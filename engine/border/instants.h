// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/border/time_zone.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// The one reader of instants. A column is read twice: the first pass observes every cell and decides
/// how the column writes time, the second turns cells into instants.
///
/// Understood: ISO 8601 with or without offset ("2026-07-01T13:30:00.5-07:00", "20260701T133000Z"), dates
/// with slashes, dots or dashes in any order of day, month and year, month names ("15-Jul-26"), 12-hour
/// clocks, "24:00", zone words ("CEST", "PDT") and Haystack's city behind an offset, EnergyPlus dates
/// without a year ("07/21  24:00:00"), ranges ("A - B": the first counts), numbers: seconds, ms, us or
/// ns since 1970 by the size of the whole column, and days of spreadsheets (serial 45,000 is 2023-03-15).
namespace headroom::engine {

enum class DateOrder { YearFirst, DayFirst, MonthFirst };

/// How a column of numbers counts time.
enum class InstantCount { Seconds, Milliseconds, Microseconds, Nanoseconds, SpreadsheetDays };

/// Facts about a column that the caller states. Unset members are inferred.
struct InstantOptions {
    TimeZone zone;                      ///< of texts without offset, and of spreadsheet days
    std::optional<DateOrder> order;     ///< of dates that do not begin with the year
    std::optional<InstantCount> count;  ///< of numbers
    std::optional<double> countFromS;   ///< numbers count from this instant [UTC] instead of 1970
    int year = 2023;                    ///< of dates without a year (EnergyPlus)
    bool isOneRowEach = true;  ///< false: several rows share an instant (a row for each sensor)
    bool isFalling = false;    ///< newest first; decide() sets it
};

/// Instant as a cell states it, before a zone is applied.
struct WrittenInstant {
    double localS = 0.0;           ///< since 1970 of the clock that it was read from
    std::optional<double> aheadS;  ///< of UTC, where the cell states it
    bool isDate = false;           ///< without a time of day
};

/// Evidence of a whole column: its order of day and month, its counts, its offsets.
class InstantColumn {
  public:
    /// One cell. Cells that are not instants are counted and otherwise ignored.
    void observe(std::string_view cell);

    long cells() const { return cells_; }

    long instants() const { return numbers_ + texts_; }

    /// TIM-002 no cell is an instant (names the first one). TIM-003 day and month cannot be
    /// distinguished. The options are completed with what the column shows.
    Result<InstantOptions> decide(InstantOptions options) const;

  private:
    struct Pair {
        int first = 0, second = 0, year = 0;

        bool operator==(const Pair&) const = default;
    };

    void observeNumber(double value);
    void observeOrder(double localS);
    std::optional<DateOrder> nearestOrder() const;

    long cells_ = 0, numbers_ = 0, texts_ = 0, rises_ = 0, falls_ = 0;
    double most_ = 0.0,
           lastS_ = 0.0;  ///< the greatest number; the last instant, for rises and falls
    int mostFirst_ = 0, mostSecond_ = 0;  ///< of dates that do not begin with the year
    bool hasPairs_ = false, hasDots_ = false, hasTwelveHours_ = false, hasNoYear_ = false;
    std::vector<Pair> pairs_;  ///< the first ones, to see which order rises steadily
    std::string firstOther_;
    std::string
        last_;  ///< the last text that is an instant; rows that share it add nothing but their number
};

/// Turns cells into instants.
class InstantReader {
  public:
    explicit InstantReader(InstantOptions options) : options_(options) {}

    /// Seconds since 1970 of UTC; nothing if the cell is not an instant from 1900 to 2200. For a local time that daylight
    /// saving repeats, the first is meant, and the second once the first has passed (rows that fall back by less than an
    /// hour and a half); see repeated().
    std::optional<double> utcS(std::string_view cell);

    const InstantOptions& options() const { return options_; }

    long skipped() const { return skipped_; }  ///< cells inside the hour that spring skips

    long repeated() const { return repeated_; }  ///< cells inside the hour that autumn repeats

    long backward() const { return backward_; }  ///< cells earlier than the one before

    /// Sentences for people: zone, order and unit that were taken, and hours of daylight saving.
    std::vector<std::string> notes() const;

  private:
    double utcOf(const WrittenInstant& written);

    InstantOptions options_;
    std::string last_;  ///< the last text that is an instant: sensors in rows of their own share it
    WrittenInstant lastWritten_;
    double lastLocalS_ = 0.0, lastUtcS_ = 0.0;
    bool hasLast_ = false, isSecondPass_ = false;
    bool sawText_ = false, sawNumber_ = false;
    long withOffset_ = 0, skipped_ = 0, repeated_ = 0, backward_ = 0;
};

/// One cell by itself: a text. `order` decides dates like 03/04/2026; without it they are nothing.
std::optional<WrittenInstant> writtenInstant(std::string_view cell, std::optional<DateOrder> order,
                                             int yearOfNone = 2023);

/// A date and a time of day in two columns as one cell.
std::string joinedInstant(std::string_view date, std::string_view timeOfDay);

/// "MTU (CET/CEST)", "Datetime (UTC)", "time [Europe/Berlin]": the zone in a column's head.
std::optional<TimeZone> zoneOfHead(std::string_view head);

/// Whether the head of a column says that it holds times: "Timestamp", "submit_time", "Datum", "created_at".
bool namesTime(std::string_view head);

/// "2026-07-01 13:30:00" of an instant on a clock.
std::string instantText(double utcS, const TimeZone& zone);

}  // namespace headroom::engine
