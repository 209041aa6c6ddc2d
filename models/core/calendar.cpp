// SPDX-License-Identifier: Apache-2.0
#include "models/core/calendar.h"

#include <array>
#include <chrono>
#include <cstdio>
#include <limits>

namespace headroom::models {

namespace {

namespace chr = std::chrono;

constexpr double kDayS = 86400.0;
constexpr int kFirstYear = 1900;
constexpr int kLastYear = 2200;

/// A date and time as written.
struct Written {
    chr::year_month_day date;
    double ofDayS = 0.0;
    bool isWhole = true;  ///< whole seconds, none of them a leap second
    std::optional<double> offsetS;
};

class Scanner {
  public:
    explicit Scanner(std::string_view text) : text_(text) {}

    bool atEnd() const { return at_ == text_.size(); }

    bool is(char c) {
        if (atEnd() || text_[at_] != c) {
            return false;
        }
        ++at_;
        return true;
    }

    /// So many digits as a number; -1 where they are not there.
    int digits(int count) {
        int value = 0;
        for (int i = 0; i < count; ++i) {
            const int digit = nextDigit();
            if (digit < 0) {
                return -1;
            }
            value = 10 * value + digit;
        }
        return value;
    }

    int nextDigit() {
        return !atEnd() && text_[at_] >= '0' && text_[at_] <= '9' ? text_[at_++] - '0' : -1;
    }

  private:
    std::string_view text_;
    std::size_t at_ = 0;
};

bool readDate(Scanner& scan, Written& written) {
    const int year = scan.digits(4);
    const bool dash = scan.is('-');
    const int month = scan.digits(2);
    const bool dashes = dash && scan.is('-');
    const int day = scan.digits(2);
    if (year < 0 || month < 0 || day < 0 || !dashes) {
        return false;
    }
    written.date = {chr::year(year), chr::month(static_cast<unsigned>(month)),
                    chr::day(static_cast<unsigned>(day))};
    return written.date.ok();
}

bool readSeconds(Scanner& scan, Written& written) {
    const int whole = scan.digits(2);
    if (whole < 0 || whole > 60) {
        return false;
    }
    written.ofDayS += whole;
    written.isWhole = whole < 60;
    if (!scan.is('.')) {
        return true;
    }
    written.isWhole = false;
    double unit = 0.1;
    int digit = scan.nextDigit();
    if (digit < 0) {
        return false;
    }
    for (; digit >= 0; digit = scan.nextDigit(), unit *= 0.1) {
        written.ofDayS += unit * digit;
    }
    return true;
}

bool readOffset(Scanner& scan, Written& written) {
    if (scan.is('Z')) {
        written.offsetS = 0.0;
        return true;
    }
    const bool east = scan.is('+');
    if (!east && !scan.is('-')) {
        return true;
    }
    const int hours = scan.digits(2);
    scan.is(':');
    const int minutes = scan.digits(2);
    if (hours < 0 || hours > 23 || minutes < 0 || minutes > 59) {
        return false;
    }
    written.offsetS = (east ? 1.0 : -1.0) * (3600.0 * hours + 60.0 * minutes);
    return true;
}

bool readTime(Scanner& scan, Written& written) {
    if (!scan.is('T') && !scan.is(' ')) {
        return false;
    }
    const int hour = scan.digits(2);
    const bool colon = scan.is(':');
    const int minute = scan.digits(2);
    if (hour < 0 || hour > 23 || !colon || minute < 0 || minute > 59) {
        return false;
    }
    written.ofDayS = 3600.0 * hour + 60.0 * minute;
    return (!scan.is(':') || readSeconds(scan, written)) && readOffset(scan, written);
}

std::optional<Written> read(std::string_view text) {
    while (!text.empty() && text.front() == ' ') {
        text.remove_prefix(1);
    }
    while (!text.empty() && text.back() == ' ') {
        text.remove_suffix(1);
    }
    Scanner scan(text);
    Written written;
    if (!readDate(scan, written) || (!scan.atEnd() && !readTime(scan, written)) || !scan.atEnd()) {
        return std::nullopt;
    }
    return written;
}

double sinceEpochS(const chr::year_month_day& date) {
    return kDayS * static_cast<double>(chr::sys_days(date).time_since_epoch().count());
}

}  // namespace

double calendarTimeS(std::string_view text) {
    const auto written = read(text);
    if (!written) {
        return std::numeric_limits<double>::quiet_NaN();
    }
    return sinceEpochS(written->date) + written->ofDayS - written->offsetS.value_or(0.0);
}

std::optional<StartTime> startTime(std::string_view text) {
    const auto written = read(text);
    if (!written || !written->isWhole || written->offsetS) {
        return std::nullopt;
    }
    const int year = static_cast<int>(written->date.year());
    if (year < kFirstYear || year > kLastYear) {
        return std::nullopt;
    }
    static constexpr std::array kDaysBefore = {0,   31,  59,  90,  120, 151,
                                               181, 212, 243, 273, 304, 334};
    const unsigned month = static_cast<unsigned>(written->date.month());
    const int day = static_cast<int>(static_cast<unsigned>(written->date.day()));
    const unsigned weekday = chr::weekday{chr::sys_days(written->date)}.iso_encoding();
    StartTime start;
    start.sinceEpochS = sinceEpochS(written->date) + written->ofDayS;
    start.sinceYearS = kDayS * (kDaysBefore[month - 1] + day - 1) + written->ofDayS;
    start.sinceMondayS = kDayS * (weekday - 1) + written->ofDayS;
    return start;
}

bool isDate(std::string_view text) {
    constexpr std::string_view kFirstDay = "0000-01-01";
    constexpr std::size_t kYear = 4, kMonth = 7;
    if (text.size() != kYear && text.size() != kMonth && text.size() != kFirstDay.size()) {
        return false;
    }
    const auto written = read(std::string(text) + std::string(kFirstDay.substr(text.size())));
    return written.has_value();
}

std::string calendarText(std::int64_t sinceEpochMs) {
    const chr::sys_time<chr::milliseconds> at{chr::milliseconds(sinceEpochMs)};
    const auto midnight = chr::floor<chr::days>(at);
    const chr::year_month_day date(midnight);
    const chr::hh_mm_ss<chr::milliseconds> time(at - midnight);
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), "%04d-%02u-%02u %02d:%02d:%02d",
                  static_cast<int>(date.year()), static_cast<unsigned>(date.month()),
                  static_cast<unsigned>(date.day()), static_cast<int>(time.hours().count()),
                  static_cast<int>(time.minutes().count()),
                  static_cast<int>(time.seconds().count()));
    std::string result = text.data();
    if (time.subseconds().count() != 0) {
        std::snprintf(text.data(), text.size(), ".%03d",
                      static_cast<int>(time.subseconds().count()));
        result += text.data();
    }
    return result;
}

}  // namespace headroom::models
