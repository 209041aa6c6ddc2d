// SPDX-License-Identifier: Apache-2.0
#include "engine/sheet/sheet.h"

#include "engine/base/number.h"
#include "engine/base/plain_text.h"
#include "engine/text/amount_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace headroom::engine {

namespace {

constexpr double kWholeFrom = 1e4;  // decimals of a number as large as this tell nobody anything
constexpr double kGroupedTo = 1e15;

std::string numberCell(double value, int digits) {
    const double size = std::abs(value);
    std::string text =
        digits == kExponent                ? fmt::format("{:.1e}", value)
        : digits >= 0 && size < kGroupedTo ? fmt::format("{:.{}f}", value, digits)
        : size >= kGroupedTo               ? fmt::format("{:.6g}", value)
        : size >= kWholeFrom
            ? fmt::format("{:.0f}", value)
            : fmt::format("{:.{}g}", value, digits <= significantDigits(1) ? -10 - digits : 6);
    if (text.starts_with('-') && text.find_first_of("123456789") == std::string::npos) {
        text.erase(0, 1);  // of "-0.00"
    }
    return text;
}

}  // namespace

SheetColumns::SheetColumns(std::initializer_list<std::string> heads)
    : SheetColumns(std::vector<std::string>(heads)) {}

SheetColumns::SheetColumns(const std::vector<std::string>& heads) {
    for (const std::string& head : heads) {
        push_back({.label = head});
    }
}

SheetColumn columnOf(const Figure& figure) {
    return {.key = std::string(figure.key),
            .label = std::string(figure.label),
            .unit = std::string(figure.shown.symbol),
            .why = std::string(figure.why),
            .digits = figure.digits,
            .shown = figure.unit.toSi / figure.shown.toSi,
            .better = figure.better};
}

std::string columnHead(const SheetColumn& column) {
    return column.unit.empty() || column.asText != nullptr
               ? column.label
               : column.label + " [" + column.unit + ']';
}

std::string fileHead(const SheetColumn& column) {
    return column.key.empty() ? columnHead(column) : column.key;
}

std::string columnHeading(std::string_view head) {
    std::string shown(head);
    const std::string_view first = head.substr(0, head.find_first_of(" /"));
    const bool isWord = first.size() > 1 && std::all_of(first.begin(), first.end(), [](char c) {
                            return c >= 'a' && c <= 'z';
                        });
    if (isWord) {
        shown.front() = static_cast<char>(shown.front() - 'a' + 'A');
    }
    return shown;
}

bool isNumber(const SheetCell& cell) {
    return std::holds_alternative<double>(cell) || std::holds_alternative<std::int64_t>(cell);
}

bool isEmpty(const SheetCell& cell) {
    const auto* text = std::get_if<std::string>(&cell);
    const auto* number = std::get_if<double>(&cell);
    return std::holds_alternative<std::monostate>(cell) || (text != nullptr && text->empty()) ||
           (number != nullptr && std::isnan(*number));
}

double shownValue(const SheetCell& cell, const SheetColumn& column) {
    if (const auto* count = std::get_if<std::int64_t>(&cell)) {
        return static_cast<double>(*count) * column.shown;
    }
    const auto* number = std::get_if<double>(&cell);
    return number != nullptr ? *number * column.shown : std::numeric_limits<double>::quiet_NaN();
}

int columnIndex(const Sheet& sheet, std::string_view key) {
    for (std::size_t c = 0; c < sheet.columns.size(); ++c) {
        if ((sheet.columns[c].key.empty() ? sheet.columns[c].label : sheet.columns[c].key) == key) {
            return static_cast<int>(c);
        }
    }
    return -1;
}

bool isNumberColumn(const Sheet& sheet, std::size_t column) {
    return std::any_of(sheet.rows.begin(), sheet.rows.end(), [column](const auto& row) {
        return column < row.size() && isNumber(row[column]);
    });
}

bool isStated(const Sheet& sheet, std::size_t column) {
    const SheetColumn& head = sheet.columns[column];
    return (!head.label.empty() || head.key.empty()) &&
           std::any_of(sheet.rows.begin(), sheet.rows.end(), [column](const auto& row) {
               return column < row.size() && !isEmpty(row[column]);
           });
}

bool isBest(const Sheet& sheet, std::size_t row, std::size_t column) {
    const SheetColumn& head = sheet.columns[column];
    const double mine = shownValue(sheet.rows[row][column], head);
    if (head.better == Better::Neither || !std::isfinite(mine)) {
        return false;
    }
    bool differs = false;
    for (const auto& cells : sheet.rows) {
        const double value = shownValue(cells[column], head);
        if (head.better == Better::Less ? value < mine : value > mine) {
            return false;
        }
        differs = differs || value != mine;
    }
    return differs;
}

std::string groupedDigits(const std::string& number, Thousands thousands) {
    // U+202F: narrow, and lines do not break at it.
    std::string result = grouped(number, thousands == Thousands::Comma ? "," : "\u202f");
    if (number.starts_with('-') && thousands == Thousands::ThinSpace) {
        result.replace(0, 1, "\u2212");
    }
    return result;
}

std::string cellText(const SheetCell& cell, const SheetColumn& column, Thousands thousands) {
    if (const auto* text = std::get_if<std::string>(&cell)) {
        return *text;
    }
    if (const auto* yes = std::get_if<bool>(&cell)) {
        return *yes ? "yes" : "no";
    }
    if (const auto* count = std::get_if<std::int64_t>(&cell);
        count != nullptr && column.shown == 1.0) {
        return groupedDigits(std::to_string(*count), thousands);
    }
    const double value = shownValue(cell, column);
    if (column.asText != nullptr) {
        return isNumber(cell) ? column.asText(value) : std::string();
    }
    return std::isfinite(value) ? groupedDigits(numberCell(value, column.digits), thousands)
                                : std::string();
}

std::string cellNumber(double value) {
    return cellText(value, {}, Thousands::ThinSpace);
}

std::string cellPlain(const SheetCell& cell) {
    if (const auto* text = std::get_if<std::string>(&cell)) {
        return plainText(*text);
    }
    if (const auto* yes = std::get_if<bool>(&cell)) {
        return *yes ? "yes" : "no";
    }
    if (const auto* count = std::get_if<std::int64_t>(&cell)) {
        return std::to_string(*count);
    }
    const auto* number = std::get_if<double>(&cell);
    return number != nullptr && std::isfinite(*number) ? fmt::format("{:.15g}", *number)
                                                       : std::string();
}

namespace {

bool areTexts(const Sheet& sheet, std::size_t column, std::string_view alsoFine) {
    return std::all_of(sheet.rows.begin(), sheet.rows.end(), [&](const auto& row) {
        const auto* text = column < row.size() ? std::get_if<std::string>(&row[column]) : nullptr;
        return column >= row.size() || isEmpty(row[column]) ||
               (text != nullptr && (*text == alsoFine || parseNumber(*text)));
    });
}

}  // namespace

bool isColumnOfNumbers(const Sheet& sheet, std::size_t column) {
    return isNumberColumn(sheet, column) || (!sheet.rows.empty() && areTexts(sheet, column, "-"));
}

Sheet withoutZeros(Sheet sheet, std::string_view key) {
    const auto column = static_cast<std::size_t>(columnIndex(sheet, key));
    std::erase_if(sheet.rows, [&](const auto& row) {
        return shownValue(row[column], sheet.columns[column]) == 0.0;
    });
    return sheet;
}

Sheet withNumbers(Sheet sheet) {
    for (std::size_t c = 0; c < sheet.columns.size(); ++c) {
        if (!areTexts(sheet, c, "")) {
            continue;
        }
        for (auto& row : sheet.rows) {
            const auto* text = c < row.size() ? std::get_if<std::string>(&row[c]) : nullptr;
            if (text != nullptr && !text->empty()) {
                row[c] = *parseNumber(*text);
            }
        }
    }
    return sheet;
}

}  // namespace headroom::engine
