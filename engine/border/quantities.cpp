// SPDX-License-Identifier: Apache-2.0
#include "engine/border/quantities.h"

#include "engine/base/number.h"
#include "engine/border/instant_text.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace headroom::engine {

namespace {

constexpr std::string_view kNarrowBlank = "\xe2\x80\xaf", kNoBreakBlank = "\xc2\xa0",
                           kApostrophe = "\xe2\x80\x99";

bool isNumeral(char c) {
    return c >= '0' && c <= '9';
}

std::string lowerWord(std::string_view text) {
    std::string result(text);
    std::transform(result.begin(), result.end(), result.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return result;
}

/// Bytes of a blank or an apostrophe that groups digits; 0 if none.
std::size_t groupMark(std::string_view text) {
    if (text.starts_with(' ') || text.starts_with('\'')) {
        return 1;
    }
    return text.starts_with(kNoBreakBlank)                                   ? kNoBreakBlank.size()
           : text.starts_with(kNarrowBlank) || text.starts_with(kApostrophe) ? kNarrowBlank.size()
                                                                             : 0;
}

bool digitsFollow(std::string_view text, std::size_t at, std::size_t count) {
    if (at + count > text.size()) {
        return false;
    }
    for (std::size_t i = at; i < at + count; ++i) {
        if (!isNumeral(text[i])) {
            return false;
        }
    }
    return at + count == text.size() || !isNumeral(text[at + count]);
}

/// A cell cut into sign, digits with their marks, exponent, and the rest.
struct NumberParts {
    bool isNegative = false;
    std::string_view digits;  ///< with marks
    std::string_view exponent;
    std::string_view unit;
};

std::string_view currencyBefore(std::string_view& text) {
    static constexpr std::array<std::string_view, 4> kSigns{"$", "\xe2\x82\xac", "\xc2\xa3",
                                                            "\xc2\xa5"};
    for (const std::string_view sign : kSigns) {
        if (text.starts_with(sign)) {
            const std::string_view found = text.substr(0, sign.size());
            text = trimmed(text.substr(sign.size()));
            return found;
        }
    }
    return {};
}

std::optional<NumberParts> partsOf(std::string_view cell) {
    NumberParts parts;
    std::string_view text = trimmed(cell);
    if (text.size() > 2 && text.front() == '(' && text.back() == ')' &&
        (isNumeral(text[1]) || text[1] == '$')) {
        parts.isNegative = true;  // as accountants write it
        text = trimmed(text.substr(1, text.size() - 2));
    }
    parts.unit = currencyBefore(text);
    if (text.starts_with('+') || text.starts_with('-') || text.starts_with("\xe2\x88\x92")) {
        parts.isNegative = text[0] != '+' ? !parts.isNegative : parts.isNegative;
        text.remove_prefix(text[0] == '\xe2' ? 3 : 1);
    }
    if (parts.unit.empty()) {
        parts.unit = currencyBefore(text);
    }
    std::size_t end = 0;
    bool hasDigit = false;
    while (end < text.size()) {
        const char c = text[end];
        const std::size_t group = hasDigit ? groupMark(text.substr(end)) : 0;
        if (isNumeral(c)) {
            hasDigit = true;
            ++end;
        } else if (c == '.' || c == ',') {
            ++end;
        } else if (group > 0 && digitsFollow(text, end + group, 3)) {
            end += group;
        } else {
            break;
        }
    }
    if (!hasDigit) {
        return std::nullopt;
    }
    parts.digits = text.substr(0, end);
    std::string_view rest = text.substr(end);
    if (rest.size() > 1 && (rest[0] == 'e' || rest[0] == 'E')) {
        std::size_t behind = rest[1] == '+' || rest[1] == '-' ? 2 : 1;
        const std::size_t from = behind;
        while (behind < rest.size() && isNumeral(rest[behind])) {
            ++behind;
        }
        if (behind > from) {
            parts.exponent = rest.substr(0, behind);
            rest = rest.substr(behind);
        }
    }
    rest = trimmed(rest);
    if (!rest.empty()) {
        parts.unit = rest;
    }
    return parts;
}

/// Whether digits with one kind of mark are groups of three: "1,234,567".
bool isGrouped(std::string_view digits, char mark) {
    std::size_t at = digits.find(mark);
    if (at == 0 || at > 3) {
        return false;
    }
    while (at != std::string_view::npos) {
        if (!digitsFollow(digits, at + 1, 3)) {
            return false;
        }
        at = digits.find(mark, at + 1);
    }
    return true;
}

std::optional<double> valueOf(const NumberParts& parts, const NumberStyle& style) {
    std::string plain;
    bool hasDecimal = false;
    for (std::size_t i = 0; i < parts.digits.size(); ++i) {
        const char c = parts.digits[i];
        if (isNumeral(c)) {
            plain += c;
        } else if (c == style.decimal) {
            if (hasDecimal) {
                return std::nullopt;
            }
            hasDecimal = true;
            plain += '.';
        } else if (c == '.' || c == ',') {
            if (hasDecimal || !digitsFollow(parts.digits, i + 1, 3) || plain.empty()) {
                return std::nullopt;
            }
        }
    }
    plain += parts.exponent;
    const auto value = parseNumber(plain);
    return value ? std::optional(parts.isNegative ? -*value : *value) : std::nullopt;
}

}  // namespace

std::string NumberStyle::words() const {
    std::string text = decimal == ',' ? "decimal comma" : "decimal point";
    if (thousands != '\0') {
        text += thousands == '.'   ? ", points between thousands"
                : thousands == ',' ? ", commas between thousands"
                                   : ", blanks or apostrophes between thousands";
    }
    return isAssumed ? text + " (assumed: the column shows no mark that decides)" : text;
}

void NumberColumn::observe(std::string_view cell) {
    const auto parts = partsOf(cell);
    if (!parts) {
        return;
    }
    ++numbers_;
    const std::string_view digits = parts->digits;
    hasBlankThousands_ =
        hasBlankThousands_ || digits.find_first_not_of("0123456789.,") != std::string_view::npos;
    const std::size_t comma = digits.rfind(','), point = digits.rfind('.');
    if (comma != std::string_view::npos && point != std::string_view::npos) {
        ++(comma > point ? commaDecimal_ : pointDecimal_);
        ++(comma > point ? pointThousands_ : commaThousands_);
    } else if (comma != std::string_view::npos) {
        const bool grouped = isGrouped(digits, ',');
        const bool hasMany = digits.find(',') != comma;
        // "0,123" is a decimal fraction: no thousands begin with a zero.
        ++(!grouped || digits[0] == '0' ? commaDecimal_ : hasMany ? commaThousands_ : commaEither_);
    } else if (point != std::string_view::npos) {
        const bool grouped = isGrouped(digits, '.');
        const bool hasMany = digits.find('.') != point;
        ++(!grouped || digits[0] == '0' ? pointDecimal_ : hasMany ? pointThousands_ : pointEither_);
    }
}

NumberStyle NumberColumn::style(char separator) const {
    NumberStyle style;
    style.thousands = hasBlankThousands_ ? ' ' : '\0';
    if (commaDecimal_ > pointDecimal_) {
        style.decimal = ',';
        style.thousands = pointThousands_ + pointEither_ > 0 ? '.' : style.thousands;
    } else if (pointThousands_ > 0 && pointDecimal_ == 0) {
        style.decimal = ',';
        style.thousands = '.';
    } else if (pointDecimal_ > 0 || commaThousands_ > 0) {
        style.thousands = commaThousands_ + commaEither_ > 0 ? ',' : style.thousands;
    } else if (commaEither_ > 0 && pointEither_ == 0) {
        style.isAssumed = true;
        style.decimal = separator == ';' ? ',' : '.';
        style.thousands = separator == ';' ? style.thousands : ',';
    }
    return style;
}

bool saysMissing(std::string_view cell) {
    static constexpr auto kWords = std::to_array<std::string_view>({"",
                                                                    "-",
                                                                    "--",
                                                                    "na",
                                                                    "n/a",
                                                                    "nan",
                                                                    "null",
                                                                    "none",
                                                                    "no data",
                                                                    "nodata",
                                                                    "n/e",
                                                                    "#n/a",
                                                                    "[n/a]",
                                                                    "#value!",
                                                                    "#ref!",
                                                                    "#div/0!",
                                                                    "#null!",
                                                                    "#num!",
                                                                    "missing",
                                                                    "n.a.",
                                                                    "unknown",
                                                                    "unavailable",
                                                                    "[unknown error]",
                                                                    "[not supported]",
                                                                    "not supported",
                                                                    "undefined",
                                                                    "inf",
                                                                    "-inf",
                                                                    "+inf",
                                                                    "infinity",
                                                                    "?",
                                                                    "\\n",
                                                                    "k.a.",
                                                                    "kein wert",
                                                                    "bad",
                                                                    "error"});
    const std::string low = lowerWord(trimmed(cell));
    return std::find(kWords.begin(), kWords.end(), low) != kWords.end();
}

CellQuantity readQuantity(std::string_view cell, const NumberStyle& style) {
    CellQuantity quantity;
    if (style.decimal == '.' && !cell.empty() && isNumeral(cell.front())) {
        if (const auto plain = parseNumber(cell)) {  // most cells of most files
            quantity.kind = CellQuantity::Kind::Number;
            quantity.value = *plain;
            return quantity;
        }
    }
    if (saysMissing(cell)) {
        return quantity;
    }
    quantity.kind = CellQuantity::Kind::Unreadable;
    const auto parts = partsOf(cell);
    const auto value = parts ? valueOf(*parts, style) : std::nullopt;
    if (value) {
        quantity.kind = CellQuantity::Kind::Number;
        quantity.value = *value;
        quantity.unit = parts->unit;
    }
    return quantity;
}

std::optional<double> readNumber(std::string_view cell, const NumberStyle& style) {
    const CellQuantity quantity = readQuantity(cell, style);
    return quantity.kind == CellQuantity::Kind::Number && quantity.unit.empty()
               ? std::optional(quantity.value)
               : std::nullopt;
}

}  // namespace headroom::engine
