// SPDX-License-Identifier: Apache-2.0
#include "engine/border/log_times.h"

#include "engine/border/instant_text.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <limits>

namespace headroom::engine {

namespace {

constexpr double kMostLogS = 1e11;  // 3,170 years: beyond, a unit is mistaken
constexpr double kSecondsADay = 86400.0;
/// Least numbers that count since 1970: seconds of 1979, ms, us and ns of 1973. Assumption: no log is older, and
/// none counts 9 years from its own start.
constexpr double kLeastEpochS = 3e8, kLeastEpochMs = 1e11, kLeastEpochUs = 1e14,
                 kLeastEpochNs = 1e17;

struct TimeUnitWord {
    std::string_view word;
    LogTimeUnit unit;
};

constexpr auto kTimeUnitWords = std::to_array<TimeUnitWord>({
    {"s", LogTimeUnit::Seconds},
    {"sec", LogTimeUnit::Seconds},
    {"secs", LogTimeUnit::Seconds},
    {"second", LogTimeUnit::Seconds},
    {"seconds", LogTimeUnit::Seconds},
    {"ms", LogTimeUnit::Milliseconds},
    {"msec", LogTimeUnit::Milliseconds},
    {"millis", LogTimeUnit::Milliseconds},
    {"milliseconds", LogTimeUnit::Milliseconds},
    {"us", LogTimeUnit::Microseconds},
    {"microseconds", LogTimeUnit::Microseconds},
    {"min", LogTimeUnit::Minutes},
    {"mins", LogTimeUnit::Minutes},
    {"minute", LogTimeUnit::Minutes},
    {"minutes", LogTimeUnit::Minutes},
    {"h", LogTimeUnit::Hours},
    {"hr", LogTimeUnit::Hours},
    {"hrs", LogTimeUnit::Hours},
    {"hour", LogTimeUnit::Hours},
    {"hours", LogTimeUnit::Hours},
});

constexpr auto kDayWords = std::to_array<std::string_view>({"d", "day", "days"});

double secondsOfUnit(LogTimeUnit unit) {
    switch (unit) {
        case LogTimeUnit::Milliseconds:
            return 1e-3;
        case LogTimeUnit::Microseconds:
            return 1e-6;
        case LogTimeUnit::Minutes:
            return 60.0;
        case LogTimeUnit::Hours:
            return 3600.0;
        default:
            return 1.0;
    }
}

std::optional<LogTimeUnit> timeUnitOfWord(std::string_view word) {
    std::string plain(word);
    std::transform(plain.begin(), plain.end(), plain.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    const auto* found = std::find_if(kTimeUnitWords.begin(), kTimeUnitWords.end(),
                                     [&](const TimeUnitWord& u) { return u.word == plain; });
    return found == kTimeUnitWords.end() ? std::nullopt : std::optional(found->unit);
}

}  // namespace

namespace {

/// A comma may be the decimal mark of times.
std::optional<double> timeNumber(std::string_view cell) {
    const auto number = readNumber(cell);
    return number ? number : readNumber(cell, {.decimal = ','});
}

}  // namespace

LogTimeUnit logTimeUnit(models::TraceTime unit) {
    switch (unit) {
        case models::TraceTime::Seconds:
            return LogTimeUnit::Seconds;
        case models::TraceTime::Minutes:
            return LogTimeUnit::Minutes;
        case models::TraceTime::Hours:
            return LogTimeUnit::Hours;
        case models::TraceTime::DateTime:
            return LogTimeUnit::Dates;
        case models::TraceTime::Milliseconds:
            return LogTimeUnit::Milliseconds;
        case models::TraceTime::Auto:
            break;
    }
    return LogTimeUnit::Inferred;
}

std::optional<LogTimeUnit> timeUnitOfHead(std::string_view head) {
    head = trimmed(head);
    if (head.ends_with(')') || head.ends_with(']')) {
        const std::size_t from = head.find_last_of("([");
        return from == std::string_view::npos
                   ? std::nullopt
                   : timeUnitOfWord(trimmed(head.substr(from + 1, head.size() - from - 2)));
    }
    const std::size_t from = head.find_last_of("_ .");
    return from == std::string_view::npos ? std::nullopt : timeUnitOfWord(head.substr(from + 1));
}

void LogTimes::observe(std::string_view cell) {
    if (saysMissing(cell)) {
        return;
    }
    column_.observe(cell);
    if (const auto number = timeNumber(cell)) {
        least_ = numbers_ == 0 ? *number : std::min(least_, *number);
        most_ = numbers_ == 0 ? *number : std::max(most_, *number);
        ++numbers_;
    } else if (instantParts(trimmed(cell))) {
        ++texts_;
    }
}

Result<void> LogTimes::decide(const LogTimes* others) {
    const bool isDates =
        unit_ == LogTimeUnit::Dates || (unit_ == LogTimeUnit::Inferred && texts_ > numbers_);
    if (!isDates) {
        if (numbers_ == 0) {
            return column_.decide({}).map([](const auto&) {});  // says what the first cell is
        }
        const auto ofHead =
            unit_ == LogTimeUnit::Inferred ? timeUnitOfHead(head_) : std::optional(unit_);
        factor_ = ofHead                   ? secondsOfUnit(*ofHead)
                  : most_ >= kLeastEpochNs ? 1e-9
                  : most_ >= kLeastEpochUs ? 1e-6
                  : most_ >= kLeastEpochMs ? 1e-3
                                           : 1.0;
        isSinceEpoch_ = least_ * factor_ >= kLeastEpochS;
        return {};
    }
    InstantOptions options;
    options.isOneRowEach = false;
    auto decided = column_.decide(options);
    if (!decided && others != nullptr && others->reader_) {
        options.order = others->reader_->options().order;
        decided = column_.decide(options);
    }
    if (!decided) {
        return tl::unexpected(decided.error());
    }
    reader_.emplace(*decided);
    isSinceEpoch_ = true;
    return {};
}

std::optional<double> LogTimes::seconds(std::string_view cell) {
    if (reader_) {
        return reader_->utcS(cell);
    }
    const auto number = timeNumber(cell);
    return number && std::abs(*number * factor_) <= kMostLogS ? std::optional(*number * factor_)
                                                              : std::nullopt;
}

LogDurations::LogDurations(std::string_view head, LogTimeUnit unit)
    : factor_(secondsOfUnit(unit == LogTimeUnit::Inferred
                                ? timeUnitOfHead(head).value_or(LogTimeUnit::Seconds)
                                : unit)) {}

std::optional<double> LogDurations::seconds(std::string_view cell) const {
    std::optional<double> answer;
    if (const auto number = readNumber(cell, style_)) {
        answer = *number * factor_;
    } else if (const auto clock = clockDurationS(cell)) {
        answer = clock;
    } else {
        const CellQuantity quantity = readQuantity(cell, style_);
        const auto unit = quantity.kind == CellQuantity::Kind::Number
                              ? timeUnitOfWord(trimmed(quantity.unit))
                              : std::nullopt;
        answer =
            unit ? std::optional(quantity.value * secondsOfUnit(*unit)) : spelledDurationS(cell);
    }
    return answer && std::isfinite(*answer) && std::abs(*answer) <= kMostLogS ? answer
                                                                              : std::nullopt;
}

namespace {

/// Seconds of one unit of a spelled length of time; 0 if the word is not a unit. A lone "m" is a minute.
double secondsOfWord(std::string_view word, bool isOfDay) {
    std::string plain(word);
    std::transform(plain.begin(), plain.end(), plain.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    if (std::find(kDayWords.begin(), kDayWords.end(), plain) != kDayWords.end()) {
        return kSecondsADay;
    }
    constexpr double kMinuteS = 60.0;
    const auto unit = plain == "m" ? std::nullopt : timeUnitOfWord(plain);
    return !isOfDay ? 0.0 : plain == "m" ? kMinuteS : unit ? secondsOfUnit(*unit) : 0.0;
}

}  // namespace

std::optional<double> clockDurationS(std::string_view text) {
    text = trimmed(text);
    const bool isNegative = text.starts_with('-');
    text.remove_prefix(isNegative ? 1 : 0);
    double days = 0.0;
    const auto digits = [](std::string_view part) {
        return !part.empty() && part.find_first_not_of("0123456789.") == std::string_view::npos
                   ? readNumber(part)
                   : std::nullopt;
    };
    if (const std::size_t word = text.find("day"); word != std::string_view::npos) {
        const auto whole = digits(trimmed(text.substr(0, word)));
        if (!whole) {
            return std::nullopt;
        }
        days = *whole;
        text.remove_prefix(std::min(text.find_first_not_of("days, ", word), text.size()));
    } else if (const std::size_t dash = text.find('-'); dash != std::string_view::npos) {
        const auto whole = digits(text.substr(0, dash));
        if (!whole) {
            return std::nullopt;
        }
        days = *whole;
        text.remove_prefix(dash + 1);
    }
    if (text.find(':') == std::string_view::npos) {
        return std::nullopt;
    }
    double sum = 0.0;
    int parts = 0;
    while (!text.empty() || parts == 0) {
        const std::size_t colon = text.find(':');
        const auto part = digits(text.substr(0, colon));
        if (!part || ++parts > 3) {
            return std::nullopt;
        }
        sum = 60.0 * sum + *part;
        text = colon == std::string_view::npos ? std::string_view() : text.substr(colon + 1);
    }
    // Slurm: days are followed by hours, so "1-12:30" is 12 hours and 30 minutes.
    sum *= days > 0.0 && parts == 2 ? 60.0 : 1.0;
    return (isNegative ? -1.0 : 1.0) * (days * kSecondsADay + sum);
}

std::optional<double> spelledDurationS(std::string_view text) {
    text = trimmed(text);
    const bool isIso = text.starts_with('P');
    text.remove_prefix(isIso ? 1 : 0);
    bool isOfDay = !isIso;  // ISO 8601: M behind T is minutes, and months before it
    double sum = 0.0, last = std::numeric_limits<double>::infinity();
    int parts = 0;
    for (; !text.empty(); ++parts) {
        if (isIso && text.starts_with('T')) {
            isOfDay = true;
            text.remove_prefix(1);
        }
        const std::size_t word = text.find_first_not_of("0123456789.,");
        const auto number = timeNumber(text.substr(0, word));
        if (word == 0 || word == std::string_view::npos || !number) {
            return std::nullopt;
        }
        text = trimmed(text.substr(word));
        const std::size_t end =
            isIso ? 1 : std::min(text.find_first_of("0123456789 "), text.size());
        const double unit = secondsOfWord(text.substr(0, end), isOfDay);
        if (!(unit > 0.0) || unit >= last) {
            return std::nullopt;
        }
        sum += *number * unit;
        last = unit;
        text = trimmed(text.substr(end));
    }
    return parts > 0 ? std::optional(sum) : std::nullopt;
}

}  // namespace headroom::engine
