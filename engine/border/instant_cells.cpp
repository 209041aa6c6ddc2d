// SPDX-License-Identifier: Apache-2.0
#include "engine/border/instant_cells.h"

#include "engine/base/number.h"
#include "engine/border/instant_text.h"
#include "engine/border/instants.h"
#include "engine/border/quantities.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <optional>
#include <string_view>
#include <vector>

namespace headroom::engine {

namespace {

constexpr long kLookedAt = 200;  // rows
constexpr int kHourEndsS = 3600, kMinuteS = 60, kHoursADay = 24;
constexpr double kLeastCountS = 1e9;  // 2001

/// Kinds of the first cells of a column.
struct SeenCells {
    long filled = 0, instants = 0, dates = 0, clocks = 0, hours = 0, epochs = 0, repeats = 0;
    int least = kHoursADay, most = 0;
    std::string last;

    bool all(long count) const { return filled > 0 && count == filled; }
};

std::string lowHead(std::string_view head) {
    std::string low(head);
    std::transform(low.begin(), low.end(), low.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return low;
}

/// Seconds after midnight of "10:15", "1:00 PM", "24:00".
std::optional<double> clockS(std::string_view cell) {
    if (cell.find_first_of(":h.") == std::string_view::npos ||
        cell.find_first_of("-/") != std::string_view::npos) {
        return std::nullopt;
    }
    const auto parts = instantParts("2000-01-01 " + std::string(cell));
    const bool isClock = parts && parts->hasTime && !parts->aheadS;
    return isClock && cell.find_first_of(":h") != std::string_view::npos
               ? std::optional(parts->ofDayS)
               : std::nullopt;
}

void lookAt(std::string_view cell, SeenCells& seen) {
    if (saysMissing(cell)) {
        return;
    }
    ++seen.filled;
    seen.repeats += seen.last == cell ? 1 : 0;
    seen.last = cell;
    if (clockS(cell)) {
        ++seen.clocks;
        return;
    }
    const auto number = parseNumber(cell);
    const auto parts = instantParts(cell);
    constexpr int kFirstYear = 1970, kLastYear = 2100;
    const bool isCompact = parts && parts->isYearFirst && parts->year >= kFirstYear &&
                           parts->year < kLastYear && parts->month >= 1 && parts->month <= 12 &&
                           parts->day >= 1 && parts->day <= 31;
    if (number && !isCompact) {
        const bool isHour =
            *number >= 0.0 && *number <= kHoursADay && std::floor(*number) == *number;
        seen.hours += isHour ? 1 : 0;
        seen.least = isHour ? std::min(seen.least, static_cast<int>(*number)) : seen.least;
        seen.most = isHour ? std::max(seen.most, static_cast<int>(*number)) : seen.most;
        seen.epochs += *number >= kLeastCountS ? 1 : 0;
        return;
    }
    if (parts && parts->hasYear) {
        ++(parts->hasTime ? seen.instants : seen.dates);
    }
}

bool isEnd(std::string_view head) {
    const std::string low = lowHead(head);
    return low.find("end") != std::string::npos || low.find("_to") != std::string::npos ||
           low.ends_with(" to") || low.ends_with(" bis") || low == "to";
}

/// A head that is the word for the time itself: of other columns of times, those tell when a record was made.
bool isTimeItself(std::string_view head) {
    constexpr auto kWords =
        std::to_array<std::string_view>({"time", "timestamp", "datetime", "ts", "t"});
    std::string low = lowHead(head);
    std::erase_if(low, [](char c) { return c == '_' || c == ' ' || c == '@'; });
    return std::find(kWords.begin(), kWords.end(), low) != kWords.end();
}

/// When a record was written, not when it holds.
bool isOfRecord(std::string_view head) {
    const std::string low = lowHead(head);
    return low.find("created") != std::string::npos || low.find("updated") != std::string::npos ||
           low.find("modified") != std::string::npos;
}

bool namesHour(std::string_view head) {
    const std::string low = lowHead(head);
    return low.find("hour") != std::string::npos || low.find("stunde") != std::string::npos ||
           low.find("heure") != std::string::npos || low.find("hora") != std::string::npos ||
           low.ends_with("_hr") || low == "hr" || low == "he" || low == "h";
}

bool saysEnding(std::string_view head) {
    const std::string low = lowHead(head);
    return low.find("ending") != std::string::npos || low == "he" ||
           low.find("_he") != std::string::npos;
}

/// The first column that holds only such cells; -1 if there is none.
template <class Holds>
int firstThat(const std::vector<SeenCells>& seen, const Holds& holds) {
    for (std::size_t c = 0; c < seen.size(); ++c) {
        if (holds(c)) {
            return static_cast<int>(c);
        }
    }
    return -1;
}

}  // namespace

InstantCells InstantCells::find(TableReader& table, int time) {
    const std::vector<std::string>& names = table.head().names;
    std::vector<SeenCells> seen(names.size());
    for (table.rewind(); table.next() && table.rows() <= kLookedAt;) {
        for (std::size_t c = 0; c < seen.size(); ++c) {
            lookAt(table.cell(static_cast<int>(c)), seen[c]);
        }
    }
    table.rewind();
    const auto isClock = [&](std::size_t c) { return seen[c].all(seen[c].clocks); };
    const auto isDate = [&](std::size_t c) { return seen[c].all(seen[c].dates); };
    const auto isHour = [&](std::size_t c) {
        return seen[c].all(seen[c].hours) && namesHour(names[c]);
    };
    if (time < 0) {
        const auto isInstant = [&](std::size_t c) {
            return seen[c].all(seen[c].instants) ||
                   (namesTime(names[c]) && seen[c].all(seen[c].epochs));
        };
        time =
            firstThat(seen, [&](std::size_t c) { return isInstant(c) && isTimeItself(names[c]); });
        const auto begins = [&](std::size_t c) {
            return isInstant(c) && namesTime(names[c]) && !isEnd(names[c]);
        };
        time = time >= 0 ? time : firstThat(seen, [&](std::size_t c) {
            return begins(c) && !isOfRecord(names[c]);
        });
        time = time >= 0 ? time : firstThat(seen, begins);
        time = time >= 0 ? time : firstThat(seen, isInstant);
        time = time >= 0 ? time : firstThat(seen, isClock);
        time = time >= 0 ? time : firstThat(seen, isDate);
    }
    InstantCells found(time, -1);
    if (time < 0 || static_cast<std::size_t>(time) >= seen.size()) {
        return found;
    }
    const auto at = static_cast<std::size_t>(time);
    if (isClock(at) || isHour(at)) {
        found.date_ = firstThat(seen, isDate);
    } else if (isDate(at) && seen[at].repeats > 0) {
        int clock = firstThat(seen, isClock);
        clock = clock >= 0 ? clock : firstThat(seen, isHour);
        if (clock >= 0) {
            found = {clock, time};
        }
    }
    if (found.date_ < 0) {
        return {time, -1};
    }
    const auto c = static_cast<std::size_t>(found.time_);
    const bool ends = saysEnding(names[c]);
    if (isClock(c)) {
        found.of_ = ends ? Of::ClockEnding : Of::Clock;
    } else {
        found.of_ = ends || (seen[c].least >= 1 && seen[c].most == kHoursADay) ? Of::HourFromOne
                                                                               : Of::HourFromZero;
    }
    return found;
}

std::string InstantCells::text(const TableReader& table) const {
    if (date_ < 0) {
        return std::string(table.cell(time_));
    }
    const std::string_view cell = table.cell(time_), date = table.cell(date_);
    if (of_ == Of::Clock) {
        return joinedInstant(date, cell);
    }
    std::optional<double> ofDayS;
    if (of_ == Of::ClockEnding) {
        ofDayS = clockS(cell);
    } else if (const auto hour = parseNumber(cell)) {
        ofDayS = *hour * kHourEndsS;
    }
    if (!ofDayS) {
        return joinedInstant(date, cell);
    }
    const int startS = static_cast<int>(*ofDayS) - (of_ == Of::HourFromZero ? 0 : kHourEndsS);
    return startS < 0 ? std::string()
                      : joinedInstant(date, fmt::format("{:02}:{:02}", startS / kHourEndsS,
                                                        startS % kHourEndsS / kMinuteS));
}

std::string InstantCells::note(const TableHead& head) const {
    if (date_ < 0) {
        return {};
    }
    return fmt::format(
        "Times are those of columns \"{}\" and \"{}\"{}.",
        head.names[static_cast<std::size_t>(date_)], head.names[static_cast<std::size_t>(time_)],
        of_ == Of::ClockEnding || of_ == Of::HourFromOne ? ", which names the end of its hour"
                                                         : "");
}

}  // namespace headroom::engine
