// SPDX-License-Identifier: Apache-2.0
#include "engine/border/workbook_numbers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <chrono>
#include <cmath>
#include <cstdlib>

namespace headroom::engine {

namespace {

constexpr double kSheetDayMs = 86'400'000.0;
constexpr long long kSecondMs = 1000, kDayMs = 86'400'000;
constexpr long long kSnapMs = 5;
constexpr double kLastSerial = 2'958'466.0;  // 10000-01-01
constexpr double kFalseLeapDay = 60.0;       // 1900-02-29, which never was

CellForm formOfNumber(int number) {
    const auto within = [number](int first, int last) { return number >= first && number <= last; };
    if (number == 9 || number == 10) {
        return CellForm::Percent;
    }
    if (within(14, 17) || within(27, 31) || within(50, 58) || number == 36) {
        return CellForm::Date;
    }
    if (within(18, 21) || within(32, 35) || number == 45 || number == 47) {
        return CellForm::Clock;
    }
    return number == 22   ? CellForm::DateAndClock
           : number == 46 ? CellForm::Elapsed
                          : CellForm::Number;
}

/// Letters of a format's first part in lower case, without literals; `isElapsed` if a bracket holds a unit of time.
std::string lettersOf(std::string_view code, bool& isElapsed) {
    std::string letters;
    for (std::size_t i = 0; i < code.size() && code[i] != ';'; ++i) {
        const char c = code[i];
        if (c == '"') {
            const std::size_t end = code.find('"', i + 1);
            i = end == std::string_view::npos ? code.size() : end;
        } else if (c == '\\' || c == '_' || c == '*') {
            ++i;
        } else if (c == '[') {
            const std::size_t end = std::min(code.find(']', i), code.size());
            const std::string_view inside = code.substr(i + 1, end - i - 1);
            isElapsed = isElapsed || (!inside.empty() &&
                                      inside.find_first_not_of("hHmMsS") == std::string_view::npos);
            i = end;
        } else {
            letters += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        }
    }
    return letters;
}

bool cutWord(std::string& text, std::string_view word) {
    const std::size_t at = text.find(word);
    if (at != std::string::npos) {
        text.erase(at, word.size());
    }
    return at != std::string::npos;
}

std::string clockText(long long ms, bool isElapsed) {
    const long long hours = ms / (3600 * kSecondMs);
    std::string text = fmt::format("{:0{}}:{:02}:{:02}", hours, isElapsed ? 1 : 2,
                                   ms / (60 * kSecondMs) % 60, ms / kSecondMs % 60);
    return ms % kSecondMs == 0 ? text : text + fmt::format(".{:03}", ms % kSecondMs);
}

long long snapped(long long ms) {
    const long long whole = (ms + kSecondMs / 2) / kSecondMs * kSecondMs;
    return std::llabs(ms - whole) <= kSnapMs ? whole : ms;
}

std::string dateText(long long day, bool is1904) {
    using namespace std::chrono;
    const sys_days epoch =
        is1904 ? sys_days(year(1904) / January / 1) : sys_days(year(1899) / December / 30);
    const bool isBeforeLeapDay = !is1904 && static_cast<double>(day) < kFalseLeapDay;
    const year_month_day date{epoch + days(day + (isBeforeLeapDay ? 1 : 0))};
    return fmt::format("{:04}-{:02}-{:02}", static_cast<int>(date.year()),
                       static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()));
}

}  // namespace

CellForm cellFormOf(int number, std::string_view code) {
    if (code.empty()) {
        return formOfNumber(number);
    }
    bool isElapsed = false;
    std::string letters = lettersOf(code, isElapsed);
    if (isElapsed) {
        return CellForm::Elapsed;
    }
    if (letters.find("general") != std::string::npos) {
        return CellForm::Number;
    }
    const bool isHalfDay = cutWord(letters, "am/pm") || cutWord(letters, "a/p");
    const bool isClock = isHalfDay || letters.find_first_of("hs") != std::string::npos;
    const bool isDate = letters.find_first_of("yd") != std::string::npos ||
                        (!isClock && letters.find('m') != std::string::npos);
    if (isDate || isClock) {
        return isDate && isClock ? CellForm::DateAndClock
               : isDate          ? CellForm::Date
                                 : CellForm::Clock;
    }
    return letters.find('%') != std::string::npos ? CellForm::Percent : CellForm::Number;
}

std::string cellText(double value, CellForm form, bool is1904) {
    constexpr double kPercent = 100.0;
    if (form == CellForm::Percent) {
        return fmt::format("{:.12g}%", value * kPercent);
    }
    const bool isPlain = form == CellForm::Number || !(value >= 0.0) || value >= kLastSerial;
    const bool isBefore1900 =
        value < 1.0 && (form == CellForm::Date || form == CellForm::DateAndClock) && !is1904;
    if (isPlain || isBefore1900) {
        return fmt::format("{:.15g}", value);
    }
    const long long ms = snapped(std::llround(value * kSheetDayMs));
    if (form == CellForm::Elapsed || (form == CellForm::Clock && ms <= kDayMs)) {
        return clockText(ms, form == CellForm::Elapsed);
    }
    const std::string date = dateText(ms / kDayMs, is1904);
    return form == CellForm::Date && ms % kDayMs == 0 ? date
                                                      : date + ' ' + clockText(ms % kDayMs, false);
}

}  // namespace headroom::engine
