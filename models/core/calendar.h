// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/attribute.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

/// The one calendar of the program: the Gregorian one, days of 86,400 s, no leap seconds. Texts are
/// ISO 8601: "2026-07-01", "2026-07-01T13:30", "2026-07-01 13:30:05.25", with Z or "+02:00" behind
/// where an offset is known. A date or time that does not exist (2026-02-30, month 13, hour 25) is rejected.
namespace headroom::models {

/// A text as a moment: seconds since 1970-01-01 00:00 of the clock that it was read from, or of UTC
/// where it states its offset. Blanks around it are allowed. NaN where it is not a date and time; second 60 (a leap second)
/// is the first of the next minute.
double calendarTimeS(std::string_view text);

/// When a run starts: a date, or a date and a time of whole seconds, without offset, from
/// 1900-01-01 on and before 2201. Nothing where the text is none.
struct StartTime {
    double sinceEpochS = 0.0;  ///< since 1970-01-01 00:00 of the same clock
    double sinceYearS = 0.0;   ///< since January 1st of a year without February 29th, as weather is
    double sinceMondayS = 0.0;
};

std::optional<StartTime> startTime(std::string_view text);

/// Whether a text is a year, a month or a day of the calendar: "2026", "2026-07", "2026-07-01".
bool isDate(std::string_view text);

/// "2026-07-01 13:30:05", with thousandths where they are not 0, of milliseconds since 1970.
std::string calendarText(std::int64_t sinceEpochMs);

/// Attributes that hold a start time: texts that startTime() reads.
inline constexpr std::string_view kStartTimeTarget = "start time";

template <auto M>
constexpr Attribute startTimeText(std::string_view key, std::string_view label, Rule rule) {
    Attribute a = text<M>(key, label, rule);
    a.target = kStartTimeTarget;
    return a;
}

constexpr bool isStartTime(const Attribute& attribute) {
    return attribute.kind == ValueKind::Text && attribute.target == kStartTimeTarget;
}

}  // namespace headroom::models
