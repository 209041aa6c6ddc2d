// SPDX-License-Identifier: Apache-2.0
#include "engine/border/instants.h"

#include "engine/base/number.h"
#include "engine/border/instant_text.h"
#include "models/core/calendar.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <chrono>
#include <cmath>
#include <limits>

namespace headroom::engine {

namespace {

namespace chr = std::chrono;

constexpr double kInstantDayS = 86400.0;
constexpr double kFirstS = -2208988800.0, kEndS = 7289568000.0;  // 1900-01-01, 2201-01-01
constexpr double kSerialOfEpoch = 25569.0;                       // 1970-01-01 in the 1900 system
/// Assumption: the least number of each count is of 1973-03-03, before any data centre's log; the
/// greatest serial is of 2118.
constexpr double kLeastSeconds = 1e8, kLeastMillis = 1e11, kLeastMicros = 1e14, kLeastNanos = 1e17;
constexpr double kLeastSerial = 20000.0, kMostSerial = 80000.0;
constexpr std::size_t kMostPairs = 512;

double daysOf(int year, int month, int day) {
    const chr::year_month_day date(chr::year(year),
                                   chr::month(static_cast<unsigned>(std::max(0, month))),
                                   chr::day(static_cast<unsigned>(std::max(0, day))));
    return date.ok() ? static_cast<double>(chr::sys_days(date).time_since_epoch().count())
                     : std::numeric_limits<double>::quiet_NaN();
}

/// A cell that is a number only; a comma may be its decimal mark.
std::optional<double> plainNumber(std::string_view cell) {
    if (const auto number = parseNumber(cell)) {
        return number;
    }
    const std::size_t comma = cell.find(',');
    if (comma == std::string_view::npos || cell.find(',', comma + 1) != std::string_view::npos) {
        return std::nullopt;
    }
    std::string point(cell);
    point[comma] = '.';
    return parseNumber(point);
}

/// Digits that are a date: "20260715", "2026071510", "202607151000", "20260715100000". Ten digits that are a date are 1,970,010,100 at
/// least, which as seconds since 1970 are of June 2032 and later.
bool isCompactDate(std::string_view cell) {
    const auto parts =
        (cell.size() == 8 || cell.size() == 10 || cell.size() == 12 || cell.size() == 14)
            ? instantParts(cell)
            : std::nullopt;
    constexpr int kFirstYear = 1970, kLastYear = 2099;
    return parts && parts->isYearFirst && parts->year >= kFirstYear && parts->year <= kLastYear &&
           !std::isnan(daysOf(parts->year, parts->month, parts->day));
}

double perSecond(InstantCount count) {
    switch (count) {
        case InstantCount::Milliseconds:
            return 1e3;
        case InstantCount::Microseconds:
            return 1e6;
        case InstantCount::Nanoseconds:
            return 1e9;
        default:
            return 1.0;
    }
}

const char* countWords(InstantCount count) {
    switch (count) {
        case InstantCount::Seconds:
            return "seconds";
        case InstantCount::Milliseconds:
            return "milliseconds";
        case InstantCount::Microseconds:
            return "microseconds";
        case InstantCount::Nanoseconds:
            return "nanoseconds";
        case InstantCount::SpreadsheetDays:
            break;
    }
    return "days";
}

std::optional<InstantCount> countOf(double most) {
    return most >= kLeastNanos     ? std::optional(InstantCount::Nanoseconds)
           : most >= kLeastMicros  ? std::optional(InstantCount::Microseconds)
           : most >= kLeastMillis  ? std::optional(InstantCount::Milliseconds)
           : most >= kLeastSeconds ? std::optional(InstantCount::Seconds)
           : most >= kLeastSerial && most <= kMostSerial
               ? std::optional(InstantCount::SpreadsheetDays)
               : std::nullopt;
}

Error timeError(const char* code, std::string message, std::string remedy) {
    Error error;
    error.code = code;
    error.message = std::move(message);
    error.remedy = std::move(remedy);
    return error;
}

}  // namespace

std::optional<WrittenInstant> writtenInstant(std::string_view cell, std::optional<DateOrder> order,
                                             int yearOfNone) {
    const auto parts = instantParts(cell);
    if (!parts) {
        return std::nullopt;
    }
    int year = parts->hasYear ? parts->year : yearOfNone, month = parts->month, day = parts->day;
    if (!parts->isYearFirst && !parts->hasMonthName) {
        const DateOrder used =
            !parts->hasYear ? DateOrder::MonthFirst : order.value_or(DateOrder::YearFirst);
        if (used == DateOrder::YearFirst) {
            return std::nullopt;
        }
        month = used == DateOrder::MonthFirst ? parts->first : parts->second;
        day = used == DateOrder::MonthFirst ? parts->second : parts->first;
    }
    const double days = daysOf(year, month, day);
    if (std::isnan(days)) {
        return std::nullopt;
    }
    return WrittenInstant{kInstantDayS * days + parts->ofDayS, parts->aheadS, !parts->hasTime};
}

void InstantColumn::observe(std::string_view cell) {
    ++cells_;
    const std::string_view text = trimmed(cell);
    if (!last_.empty() && text == last_) {
        ++texts_;
        return;
    }
    if (const auto number = plainNumber(text); number && !isCompactDate(text)) {
        observeNumber(*number);
        return;
    }
    const auto parts = instantParts(text);
    if (!parts) {
        if (firstOther_.empty()) {
            firstOther_ = text.substr(0, 80);
        }
        return;
    }
    ++texts_;
    last_ = text;
    hasTwelveHours_ = hasTwelveHours_ || parts->hasTwelveHours;
    if (parts->isYearFirst || parts->hasMonthName) {
        observeOrder(kInstantDayS * daysOf(parts->year, parts->month, parts->day) + parts->ofDayS);
        return;
    }
    hasNoYear_ = hasNoYear_ || !parts->hasYear;
    hasPairs_ = hasPairs_ || parts->hasYear;
    hasDots_ = hasDots_ || parts->mark == '.';
    mostFirst_ = std::max(mostFirst_, parts->first);
    mostSecond_ = std::max(mostSecond_, parts->second);
    const Pair pair{parts->first, parts->second, parts->year};
    if ((pairs_.empty() || pairs_.back() != pair) && pairs_.size() < kMostPairs) {
        pairs_.push_back(pair);
    }
    // The same order of time within a day, for each choice of the day.
    observeOrder(parts->ofDayS +
                 kInstantDayS * (400.0 * parts->year + parts->first + parts->second));
}

void InstantColumn::observeNumber(double value) {
    ++numbers_;
    most_ = std::max(most_, std::abs(value));
    observeOrder(value);
}

void InstantColumn::observeOrder(double localS) {
    if (numbers_ + texts_ > 1) {
        rises_ += localS > lastS_ ? 1 : 0;
        falls_ += localS < lastS_ ? 1 : 0;
    }
    lastS_ = localS;
}

/// The order in which neighbouring rows are closer together by far; nothing if neither is.
std::optional<DateOrder> InstantColumn::nearestOrder() const {
    double dayFirst = 0.0, monthFirst = 0.0;
    for (std::size_t i = 1; i < pairs_.size(); ++i) {
        const Pair &a = pairs_[i - 1], &b = pairs_[i];
        dayFirst += std::abs(daysOf(b.year, b.second, b.first) - daysOf(a.year, a.second, a.first));
        monthFirst +=
            std::abs(daysOf(b.year, b.first, b.second) - daysOf(a.year, a.first, a.second));
    }
    constexpr double kByFar = 5.0;
    return dayFirst > 0.0 && kByFar * dayFirst < monthFirst ? std::optional(DateOrder::DayFirst)
           : monthFirst > 0.0 && kByFar * monthFirst < dayFirst
               ? std::optional(DateOrder::MonthFirst)
               : std::nullopt;
}

Result<InstantOptions> InstantColumn::decide(InstantOptions options) const {
    if (instants() == 0) {
        return tl::unexpected(timeError(
            "TIM-002",
            firstOther_.empty()
                ? std::string("the column of times is empty")
                : fmt::format("no cell of the column is a date or a time; the first is \"{}\"",
                              firstOther_),
            "Name the column that holds the times."));
    }
    options.isFalling = falls_ > rises_;
    if (numbers_ > 0 && !options.count && !options.countFromS) {
        options.count = countOf(most_);
        if (!options.count && texts_ == 0) {
            return tl::unexpected(
                timeError("TIM-002",
                          fmt::format("the numbers up to {:g} are not seconds, ms, us or ns since "
                                      "1970, nor days of a spreadsheet",
                                      most_),
                          "State from which instant the numbers count."));
        }
    }
    if (!hasPairs_ || options.order) {
        return options;
    }
    options.order = mostFirst_ > 12    ? std::optional(DateOrder::DayFirst)
                    : mostSecond_ > 12 ? std::optional(DateOrder::MonthFirst)
                    : hasDots_         ? std::optional(DateOrder::DayFirst)
                    : hasTwelveHours_  ? std::optional(DateOrder::MonthFirst)
                                       : nearestOrder();
    if (!options.order) {
        const Pair& first = pairs_.front();
        return tl::unexpected(timeError(
            "TIM-003",
            fmt::format("days and months cannot be distinguished: the first date is {}/{}/{}",
                        first.first, first.second, first.year),
            "State the order of dates: day_first or month_first."));
    }
    return options;
}

std::optional<double> InstantReader::utcS(std::string_view cell) {
    const std::string_view text = trimmed(cell);
    double atS = 0.0;
    if (!last_.empty() && text == last_) {
        atS = utcOf(lastWritten_);
    } else if (const auto number = plainNumber(text); number && !isCompactDate(text)) {
        sawNumber_ = true;
        if (options_.countFromS) {
            atS = *options_.countFromS +
                  *number / perSecond(options_.count.value_or(InstantCount::Seconds));
        } else if (!options_.count) {
            return std::nullopt;
        } else if (*options_.count == InstantCount::SpreadsheetDays) {
            // Serials are binary fractions of a day: rounded to the millisecond.
            atS = utcOf({std::round((*number - kSerialOfEpoch) * kInstantDayS * 1e3) / 1e3,
                         std::nullopt, false});
        } else {
            atS = *number / perSecond(*options_.count);
        }
    } else if (const auto written = writtenInstant(text, options_.order, options_.year)) {
        sawText_ = true;
        last_ = text;
        lastWritten_ = *written;
        atS = utcOf(*written);
    } else {
        return std::nullopt;
    }
    if (!(atS >= kFirstS && atS < kEndS)) {
        return std::nullopt;
    }
    backward_ += hasLast_ && (options_.isFalling ? atS > lastUtcS_ : atS < lastUtcS_) ? 1 : 0;
    hasLast_ = true;
    lastUtcS_ = atS;
    return atS;
}

double InstantReader::utcOf(const WrittenInstant& written) {
    if (written.aheadS) {
        ++withOffset_;
        return written.localS - *written.aheadS;
    }
    const ZonedInstant instant = options_.zone.utcOf(written.localS);
    double atS = instant.utcS;
    if (instant.kind == ZonedInstant::Kind::Repeated) {
        ++repeated_;
        const double forwardS =
            options_.isFalling ? lastLocalS_ - written.localS : written.localS - lastLocalS_;
        const double nearS = 5400.0;
        const bool fellBack = hasLast_ && forwardS > -nearS &&
                              (options_.isOneRowEach ? forwardS <= 0.0 : forwardS < 0.0);
        isSecondPass_ = isSecondPass_ || fellBack;
        atS = isSecondPass_ != options_.isFalling ? instant.laterS : instant.utcS;
    } else {
        isSecondPass_ = false;
        skipped_ += instant.kind == ZonedInstant::Kind::Skipped ? 1 : 0;
    }
    lastLocalS_ = written.localS;
    return atS;
}

std::vector<std::string> InstantReader::notes() const {
    std::vector<std::string> notes;
    if (sawNumber_ && options_.count && !options_.countFromS) {
        notes.push_back(
            *options_.count == InstantCount::SpreadsheetDays
                ? fmt::format("Times are days of a spreadsheet, on the clock of {}.",
                              options_.zone.name())
                : fmt::format("Times are {} since 1970, UTC.", countWords(*options_.count)));
    }
    if (withOffset_ > 0) {
        notes.push_back(fmt::format("{} times state their offset from UTC.", withOffset_));
    } else if (sawText_) {
        notes.push_back(
            fmt::format("Times without an offset are on the clock of {}.", options_.zone.name()));
    }
    if (sawText_ && options_.order && *options_.order != DateOrder::YearFirst) {
        notes.push_back(*options_.order == DateOrder::DayFirst ? "Dates are read day first."
                                                               : "Dates are read month first.");
    }
    if (skipped_ > 0) {
        notes.push_back(
            fmt::format("{} times lie in the hour that daylight saving skips; they count on from "
                        "the hour before.",
                        skipped_));
    }
    if (repeated_ > 0) {
        notes.push_back(
            fmt::format("{} times lie in the hour that daylight saving repeats; the order of the "
                        "rows tells both passes apart.",
                        repeated_));
    }
    return notes;
}

std::string joinedInstant(std::string_view date, std::string_view timeOfDay) {
    std::string text(trimmed(date));
    // A date that a spreadsheet completed with midnight.
    for (const std::string_view midnight : {" 00:00:00", " 00:00", " 0:00", "T00:00:00"}) {
        if (text.ends_with(midnight)) {
            text.resize(text.size() - midnight.size());
            break;
        }
    }
    text += ' ';
    text += trimmed(timeOfDay);
    return text;
}

namespace {

/// "datetime_beginning_utc", "INTERVALSTARTTIME_GMT", "Time UTC", "datetime_beginning_ept": the last word of a head.
std::optional<TimeZone> zoneOfLastWord(std::string_view head) {
    std::string word(head.substr(head.find_last_of(" _-") + 1));
    std::transform(word.begin(), word.end(), word.begin(),
                   [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    if (word.size() == head.size()) {
        return std::nullopt;
    }
    if (word == "UTC" || word == "GMT") {
        return TimeZone::fixed(0.0);
    }
    const char* prevailing = word == "EPT"   ? "America/New_York"
                             : word == "CPT" ? "America/Chicago"
                             : word == "PPT" ? "America/Los_Angeles"
                                             : nullptr;
    return prevailing == nullptr ? std::nullopt : std::optional(*TimeZone::named(prevailing));
}

}  // namespace

std::optional<TimeZone> zoneOfHead(std::string_view head) {
    const std::size_t from = head.find_first_of("([");
    const std::size_t end = from == std::string_view::npos ? from : head.find_first_of(")]", from);
    if (end == std::string_view::npos) {
        return zoneOfLastWord(head);
    }
    const std::string_view word = trimmed(head.substr(from + 1, end - from - 1));
    if (word == "CET/CEST") {
        return *TimeZone::named("Europe/Brussels");
    }
    if (const auto aheadS = aheadOfAbbreviation(word)) {
        return TimeZone::fixed(*aheadS);
    }
    if (word.find('/') != std::string_view::npos || word.starts_with("UTC") ||
        word.starts_with("GMT")) {
        const auto zone = TimeZone::named(word);
        return zone ? std::optional(*zone) : std::nullopt;
    }
    return std::nullopt;
}

bool namesTime(std::string_view head) {
    constexpr auto kHeadParts = std::to_array<std::string_view>(
        {"time",  "date",  "stamp",    "zeit",    "datum",   "horodat", "heure",
         "fecha", "hora",  "data/ora", "epoch",   "unix",    "submit",  "arriv",
         "start", "begin", "end",      "created", "changed", "updated"});
    constexpr auto kWholeHeads =
        std::to_array<std::string_view>({"t", "ts", "at", "when", "x", "mtu", "data"});
    std::string low(head);
    std::transform(low.begin(), low.end(), low.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return std::find(kWholeHeads.begin(), kWholeHeads.end(), low) != kWholeHeads.end() ||
           low.ends_with("_at") ||
           std::any_of(kHeadParts.begin(), kHeadParts.end(),
                       [&](std::string_view part) { return low.find(part) != std::string::npos; });
}

std::string instantText(double utcS, const TimeZone& zone) {
    return models::calendarText(std::llround((utcS + zone.aheadS(utcS)) * 1e3));
}

}  // namespace headroom::engine
