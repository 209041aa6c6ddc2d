// SPDX-License-Identifier: Apache-2.0
#include "engine/border/instant_text.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>
#include <utility>

namespace headroom::engine {

namespace {

constexpr double kTextHourS = 3600.0, kTextMinuteS = 60.0;

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

bool isLetter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

std::string lower(std::string_view text) {
    std::string result(text);
    std::transform(result.begin(), result.end(), result.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return result;
}

/// Month of a name in English, German, French, Spanish, Italian, Dutch or Portuguese, by its first letters. Returns 0 if the word is
/// not a month.
int monthOf(std::string_view word) {
    struct Row {
        std::string_view begin;
        int month;
    };

    static constexpr auto kRows = std::to_array<Row>({
        {"jan", 1},
        {"feb", 2},
        {"mar", 3},
        {"apr", 4},
        {"may", 5},
        {"jun", 6},
        {"jul", 7},
        {"aug", 8},
        {"sep", 9},
        {"oct", 10},
        {"nov", 11},
        {"dec", 12},
        {"mai", 5},
        {"okt", 10},
        {"dez", 12},
        {"m\xc3\xa4r", 3},
        {"f\xc3\xa9v", 2},
        {"fev", 2},
        {"avr", 4},
        {"juin", 6},
        {"juil", 7},
        {"ao\xc3\xbb", 8},
        {"aou", 8},
        {"d\xc3\xa9"
         "c",
         12},
        {"ene", 1},
        {"abr", 4},
        {"ago", 8},
        {"dic", 12},
        {"gen", 1},
        {"mag", 5},
        {"giu", 6},
        {"lug", 7},
        {"set", 9},
        {"ott", 10},
        {"mrt", 3},
        {"mei", 5},
        {"out", 10},
    });
    const std::string low = lower(word);
    const auto found = std::find_if(kRows.begin(), kRows.end(),
                                    [&](const Row& row) { return low.starts_with(row.begin); });
    return found == kRows.end() ? 0 : found->month;
}

/// Bytes of a blank at the beginning of the text: a space, a tab, or a no-break, thin or narrow space of UTF-8. 0 if there is none.
std::size_t blankBytes(std::string_view text) {
    if (text.starts_with(' ') || text.starts_with('\t')) {
        return 1;
    }
    if (text.starts_with("\xc2\xa0")) {
        return 2;
    }
    return text.starts_with("\xe2\x80\xaf") || text.starts_with("\xe2\x80\x89") ? 3 : 0;
}

bool isWeekday(std::string_view word) {
    static constexpr std::array<std::string_view, 7> kNames{"mon", "tue", "wed", "thu",
                                                            "fri", "sat", "sun"};
    const std::string low = lower(word).substr(0, 3);
    return word.size() >= 3 && std::find(kNames.begin(), kNames.end(), low) != kNames.end();
}

class PartsScanner {
  public:
    explicit PartsScanner(std::string_view text) : text_(text) {}

    std::optional<InstantParts> read() {
        skipWeekday();
        if (!date()) {
            return std::nullopt;
        }
        if (atEnd()) {
            return parts_.hasYear ? std::optional(parts_) : std::nullopt;
        }
        // "10/Oct/2000:13:55:36" of web servers. Behind two digits a colon ends an hour, and not a year.
        const bool mayColon = yearDigits_ == 4;
        if (!is('T') && !is('t') && !blanks() && !is(',') && !(mayColon && is(':')) &&
            !(!parts_.hasYear && is('-'))) {
            return std::nullopt;
        }
        blanks();
        if (is('@')) {  // Kibana: "Jul 15, 2026 @ 10:00:00.000"
            blanks();
        }
        if (!time() || !zone() || !atEnd()) {
            return std::nullopt;
        }
        return parts_;
    }

  private:
    bool atEnd() const { return at_ == text_.size(); }

    char here() const { return atEnd() ? '\0' : text_[at_]; }

    bool is(char c) {
        if (here() != c || atEnd()) {
            return false;
        }
        ++at_;
        return true;
    }

    bool blanks() {
        const std::size_t from = at_;
        while (const std::size_t bytes = blankBytes(text_.substr(at_))) {
            at_ += bytes;
        }
        return at_ > from;
    }

    std::string_view digits() {
        const std::size_t from = at_;
        while (isDigit(here())) {
            ++at_;
        }
        return text_.substr(from, at_ - from);
    }

    std::string_view word() {
        const std::size_t from = at_;
        while (blankBytes(text_.substr(at_)) == 0 &&
               (isLetter(here()) || (static_cast<unsigned char>(here()) & 0x80U) != 0)) {
            ++at_;
        }
        return text_.substr(from, at_ - from);
    }

    static int number(std::string_view digits) {
        int value = 0;
        for (const char c : digits) {
            value = 10 * value + (c - '0');
        }
        return value;
    }

    void skipWeekday() {
        const std::size_t from = at_;
        if (isWeekday(word())) {
            is(',');
            blanks();
        } else {
            at_ = from;
        }
    }

    /// Two digits are of 1970 to 2069.
    int yearOf(std::string_view digits) {
        yearDigits_ = digits.size();
        const int value = number(digits);
        return digits.size() == 2   ? value + (value < 70 ? 2000 : 1900)
               : digits.size() == 4 ? value
                                    : -1;
    }

    bool mark() {
        const char c = here();
        if (c != '-' && c != '/' && c != '.' && c != ' ') {
            return false;
        }
        parts_.mark = parts_.mark == '\0' ? c : parts_.mark;
        return c == ' ' ? blanks() : is(c);
    }

    bool date() {
        if (isLetter(here())) {
            return nameFirst();
        }
        const std::string_view first = digits();
        if (first.size() == 8 || first.size() == 10 || first.size() == 12 || first.size() == 14) {
            return compact(first);
        }
        if (first.size() == 4) {
            return yearFirst(first);
        }
        if (first.empty() || first.size() > 2 || !mark()) {
            return false;
        }
        parts_.first = number(first);
        if (isLetter(here()) || here() == 'm') {
            return dayThenName();
        }
        const std::string_view second = digits();
        if (second.empty() || second.size() > 2) {
            return false;
        }
        parts_.second = number(second);
        // Month and day: EnergyPlus "07/15  10:00:00", Slurm "07/15-10:00:00".
        if (parts_.mark == '/' && (here() == ' ' || here() == '-')) {
            parts_.hasYear = false;
            return true;
        }
        if (parts_.mark == ' ' || !is(parts_.mark)) {
            return false;
        }
        parts_.year = yearOf(digits());
        return parts_.year >= 0;
    }

    bool compact(std::string_view all) {
        parts_.isYearFirst = true;
        parts_.year = yearOf(all.substr(0, 4));
        parts_.month = number(all.substr(4, 2));
        parts_.day = number(all.substr(6, 2));
        if (all.size() > 8) {
            parts_.hasTime = true;
            const int minute = all.size() > 10 ? number(all.substr(10, 2)) : 0;
            parts_.ofDayS = kTextHourS * number(all.substr(8, 2)) + kTextMinuteS * minute +
                            (all.size() == 14 ? number(all.substr(12, 2)) : 0);
            return atEnd() && number(all.substr(8, 2)) < 24 && minute < 60;
        }
        return true;
    }

    bool yearFirst(std::string_view year) {
        parts_.isYearFirst = true;
        parts_.year = yearOf(year);
        if (!mark() || parts_.mark == ' ') {
            return false;
        }
        if (isLetter(here())) {
            parts_.hasMonthName = true;
            parts_.month = monthOf(word());
        } else {
            const std::string_view month = digits();
            parts_.month = month.size() <= 2 ? number(month) : 0;
        }
        if (parts_.month == 0 || !is(parts_.mark)) {
            return false;
        }
        const std::string_view day = digits();
        parts_.day = day.size() <= 2 ? number(day) : 0;
        return parts_.day > 0;
    }

    bool dayThenName() {
        parts_.hasMonthName = true;
        parts_.day = parts_.first;
        parts_.month = monthOf(word());
        is('.');
        is(',');
        if (parts_.month == 0) {
            return false;
        }
        if (here() == ' ' && isTimeBehindBlanks()) {  // Slurm: "03 Nov 01:00"
            parts_.hasYear = false;
            return true;
        }
        if (!mark() && !blanks()) {
            return false;
        }
        parts_.year = yearOf(digits());
        return parts_.year >= 0;
    }

    /// Whether one or two digits and a colon follow the blanks: an hour, and not a year.
    bool isTimeBehindBlanks() const {
        const std::size_t from = text_.find_first_not_of(' ', at_);
        const std::size_t colon = text_.find_first_not_of("0123456789", from);
        return from != std::string_view::npos && colon != std::string_view::npos &&
               text_[colon] == ':' && colon > from && colon <= from + 2;
    }

    /// "Jul 15, 2026".
    bool nameFirst() {
        parts_.hasMonthName = true;
        parts_.month = monthOf(word());
        is('.');
        if (parts_.month == 0 || (!blanks() && !mark())) {
            return false;
        }
        const std::string_view day = digits();
        parts_.day = day.empty() || day.size() > 2 ? 0 : number(day);
        is(',');
        if (parts_.day == 0 || (!blanks() && !mark())) {
            return false;
        }
        if (text_.find(':', at_) <= at_ + 2) {
            return timeThenYear();
        }
        parts_.year = yearOf(digits());
        return parts_.year >= 0;
    }

    /// A word before the time of day in Chinese, Japanese and Korean: the first or the second half of the day.
    std::string_view halfBefore() {
        const std::size_t from = at_;
        const std::string_view name = word();
        for (const std::string_view first :
             {"\xe4\xb8\x8a\xe5\x8d\x88", "\xe5\x8d\x88\xe5\x89\x8d", "\xec\x98\xa4\xec\xa0\x84"}) {
            if (name == first) {
                blanks();
                return "am";
            }
        }
        for (const std::string_view second :
             {"\xe4\xb8\x8b\xe5\x8d\x88", "\xe5\x8d\x88\xe5\xbe\x8c", "\xec\x98\xa4\xed\x9b\x84"}) {
            if (name == second) {
                blanks();
                return "pm";
            }
        }
        at_ = from;
        return {};
    }

    /// The rest of "Wed Jul 15 10:00:00 UTC 2026": what date(1) and ctime() print.
    bool timeThenYear() {
        if (!time()) {
            return false;
        }
        blanks();
        if (isLetter(here())) {
            parts_.aheadS = aheadOfAbbreviation(word());
            blanks();
            if (!parts_.aheadS) {
                return false;
            }
        }
        parts_.year = yearOf(digits());
        return parts_.year >= 0 && atEnd();
    }

    bool time() {
        parts_.hasTime = true;
        const std::string_view before = halfBefore();
        const std::string_view all = digits();
        int hour = 0, minute = 0;
        double second = 0.0;
        if (all.size() == 4 || all.size() == 6) {  // ISO 8601, basic
            hour = number(all.substr(0, 2));
            minute = number(all.substr(2, 2));
            second = all.size() == 6 ? number(all.substr(4, 2)) : 0;
        } else if (all.empty() || all.size() > 2) {
            return false;
        } else {
            hour = number(all);
            const bool hasDots = here() == '.';
            if (is(':') || is('.') || is('h')) {  // "13:30", "13.30", "13h30"
                const std::string_view minutes = digits();
                minute = minutes.size() == 2 ? number(minutes) : 60;
                if (is(':') || (hasDots && is('.'))) {
                    const std::string_view seconds = digits();
                    second = seconds.size() == 2 ? number(seconds) : 61;
                }
            } else if (!atEnd() && here() != ' ' && !isLetter(here())) {
                return false;
            }
        }
        second += fraction();
        if (!(before.empty() ? halfDay(hour) : inHalf(before, hour))) {
            return false;
        }
        parts_.ofDayS = kTextHourS * hour + kTextMinuteS * minute + second;
        return minute < 60 && second < 61.0 &&
               (hour < 24 || (hour == 24 && minute == 0 && second == 0.0));
    }

    double fraction() {
        if (here() != '.' && here() != ',') {
            return 0.0;
        }
        const std::size_t from = at_++;
        double value = 0.0, unit = 0.1;
        for (const char c : digits()) {
            value += unit * (c - '0');
            unit *= 0.1;
        }
        at_ = at_ == from + 1 ? from : at_;
        return value;
    }

    /// AM and PM.
    bool halfDay(int& hour) {
        const std::size_t from = at_;
        blanks();
        std::string half = lower(word());
        if (half.size() == 1 && (half == "a" || half == "p") && is('.')) {  // "a.m."
            half += lower(word());
            is('.');
        }
        if (half != "am" && half != "pm") {
            at_ = from;
            return true;
        }
        return inHalf(half, hour);
    }

    bool inHalf(std::string_view half, int& hour) {
        parts_.hasTwelveHours = true;
        if (hour < 1 || hour > 12) {
            return false;
        }
        hour = hour % 12 + (half == "pm" ? 12 : 0);
        return true;
    }

    /// An offset, a zone word, or nothing; behind an offset a name ("New_York") is passed over.
    bool zone() {
        blanks();
        if (atEnd()) {
            return true;
        }
        if (is('Z') || is('z')) {
            parts_.aheadS = 0.0;
        } else if (here() == '+' || here() == '-') {
            return offset();
        } else {
            const std::string_view name = word();
            parts_.aheadS = aheadOfAbbreviation(name);
            if (!parts_.aheadS) {
                return false;
            }
            if ((name == "UTC" || name == "GMT") && (here() == '+' || here() == '-')) {
                return offset();
            }
        }
        passName();
        return true;
    }

    bool offset() {
        const double sign = here() == '-' ? -1.0 : 1.0;
        ++at_;
        const std::string_view all = digits();
        int hours = 0, minutes = 0;
        if (all.size() == 4) {
            hours = number(all.substr(0, 2));
            minutes = number(all.substr(2, 2));
        } else if (all.size() == 1 || all.size() == 2) {
            hours = number(all);
            if (is(':')) {
                const std::string_view more = digits();
                minutes = more.size() == 2 ? number(more) : 60;
            }
        } else {
            return false;
        }
        parts_.aheadS = sign * (kTextHourS * hours + kTextMinuteS * minutes);
        passName();
        return hours <= 18 && minutes < 60;
    }

    void passName() {
        blanks();
        // "Los_Angeles", "(Pacific Time)", "[Europe/Berlin]".
        while (isLetter(here()) || here() == '_' || here() == '/' || here() == '(' ||
               here() == ')' || here() == '[' || here() == ']' ||
               (here() == ' ' && at_ + 1 < text_.size())) {
            ++at_;
        }
    }

    std::string_view text_;
    std::size_t at_ = 0;
    std::size_t yearDigits_ = 0;
    InstantParts parts_;
};

}  // namespace

std::string_view trimmed(std::string_view text) {
    for (;;) {
        if (!text.empty() &&
            (text.front() == ' ' || text.front() == '\t' || text.front() == '\r')) {
            text.remove_prefix(1);
        } else if (const std::size_t bytes = blankBytes(text)) {
            text.remove_prefix(bytes);
        } else if (!text.empty() &&
                   (text.back() == ' ' || text.back() == '\t' || text.back() == '\r')) {
            text.remove_suffix(1);
        } else if (text.ends_with("\xc2\xa0")) {
            text.remove_suffix(2);
        } else {
            return text;
        }
    }
}

std::optional<double> aheadOfAbbreviation(std::string_view word) {
    struct Row {
        std::string_view word;
        double hours;
    };

    static constexpr auto kRows = std::to_array<Row>({
        {"UTC", 0},   {"GMT", 0},  {"Z", 0},     {"WET", 0},    {"WEST", 1},    {"CET", 1},
        {"CEST", 2},  {"MEZ", 1},  {"MESZ", 2},  {"EET", 2},    {"EEST", 3},    {"MSK", 3},
        {"EST", -5},  {"EDT", -4}, {"CST", -6},  {"CDT", -5},   {"MST", -7},    {"MDT", -6},
        {"PST", -8},  {"PDT", -7}, {"AKST", -9}, {"AKDT", -8},  {"HST", -10},   {"JST", 9},
        {"KST", 9},   {"SGT", 8},  {"HKT", 8},   {"ACST", 9.5}, {"ACDT", 10.5}, {"AEST", 10},
        {"AEDT", 11}, {"AWST", 8}, {"NZST", 12}, {"NZDT", 13},
    });
    const auto found =
        std::find_if(kRows.begin(), kRows.end(), [&](const Row& row) { return row.word == word; });
    return found == kRows.end() ? std::nullopt : std::optional(kTextHourS * found->hours);
}

namespace {

/// The usual form, "2026-07-01T13:30:00.25Z" or "2026-07-01 13:30:00-07:00", in one pass. Other forms, and hours that need a
/// closer look, are for PartsScanner.
std::optional<InstantParts> isoParts(std::string_view text) {
    constexpr std::string_view kForm = "dddd-dd-ddTdd:dd:dd";
    if (text.size() < kForm.size()) {
        return std::nullopt;
    }
    for (std::size_t i = 0; i < kForm.size(); ++i) {
        const bool fits = kForm[i] == 'd'
                              ? isDigit(text[i])
                              : text[i] == kForm[i] || (kForm[i] == 'T' && text[i] == ' ');
        if (!fits) {
            return std::nullopt;
        }
    }
    const auto number = [&](std::size_t at, std::size_t count) {
        int value = 0;
        for (const char c : text.substr(at, count)) {
            value = 10 * value + (c - '0');
        }
        return value;
    };
    InstantParts parts;
    parts.isYearFirst = true;
    parts.hasTime = true;
    parts.mark = '-';
    parts.year = number(0, 4);
    parts.month = number(5, 2);
    parts.day = number(8, 2);
    const int hour = number(11, 2), minute = number(14, 2), second = number(17, 2);
    if (parts.month == 0 || parts.day == 0 || hour > 23 || minute > 59 || second > 60) {
        return std::nullopt;
    }
    double fraction = 0.0;
    std::size_t at = kForm.size();
    if (at + 1 < text.size() && text[at] == '.' && isDigit(text[at + 1])) {
        double unit = 0.1;
        for (++at; at < text.size() && isDigit(text[at]); ++at) {
            fraction += unit * (text[at] - '0');
            unit *= 0.1;
        }
    }
    parts.ofDayS = kTextHourS * hour + kTextMinuteS * minute + (second + fraction);
    const std::string_view rest = text.substr(at);
    if (rest == "Z") {
        parts.aheadS = 0.0;
    } else if (rest.size() == 6 && (rest[0] == '+' || rest[0] == '-') && isDigit(rest[1]) &&
               isDigit(rest[2]) && rest[3] == ':' && isDigit(rest[4]) && isDigit(rest[5])) {
        const int hours = number(at + 1, 2), minutes = number(at + 4, 2);
        if (hours > 18 || minutes > 59) {
            return std::nullopt;
        }
        parts.aheadS =
            (rest[0] == '-' ? -1.0 : 1.0) * (kTextHourS * hours + kTextMinuteS * minutes);
    } else if (!rest.empty()) {
        return std::nullopt;
    }
    return parts;
}

}  // namespace

std::optional<InstantParts> instantParts(std::string_view text) {
    text = trimmed(text);
    if (const auto iso = isoParts(text)) {
        return iso;
    }
    if (const std::size_t range = text.find(" - "); range != std::string_view::npos && range >= 8) {
        text = trimmed(text.substr(0, range));
    }
    constexpr std::size_t kLongest = 64;
    if (text.empty() || text.size() > kLongest) {
        return std::nullopt;
    }
    constexpr std::string_view kYearMark = "\xe5\xb9\xb4", kMonthMark = "\xe6\x9c\x88",
                               kDayMark = "\xe6\x97\xa5";
    if (text.find(kYearMark) == std::string_view::npos) {
        return PartsScanner(text).read();
    }
    // Dates of Chinese and Japanese: year, month and day with a mark behind each.
    std::string plain(text);
    for (const auto& [mark, dash] :
         {std::pair(kYearMark, "-"), std::pair(kMonthMark, "-"), std::pair(kDayMark, " ")}) {
        if (const std::size_t at = plain.find(mark); at != std::string::npos) {
            plain.replace(at, mark.size(), dash);
        }
    }
    return PartsScanner(trimmed(plain)).read();
}

}  // namespace headroom::engine
