// SPDX-License-Identifier: Apache-2.0
#include "engine/base/number.h"
#include "engine/document/json_text.h"
#include "engine/exchange/object_table.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdint>
#include <optional>

/// One cell of a table as a value, and a value as a cell.
namespace headroom::engine {

namespace {

using models::Attribute;
using models::Value;
using models::ValueKind;

constexpr std::string_view kBlanks = " \t\r\n\xc2\xa0";

std::string_view trim(std::string_view text) {
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) {
        text.remove_prefix(1);
    }
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) {
        text.remove_suffix(1);
    }
    return text;
}

std::vector<std::string> words(std::string_view text, std::string_view separators) {
    std::vector<std::string> result;
    std::string word;
    for (const char c : text) {
        if (separators.find(c) == std::string_view::npos) {
            word += c;
        } else if (!word.empty()) {
            result.push_back(std::move(word));
            word.clear();
        }
    }
    if (!word.empty()) {
        result.push_back(std::move(word));
    }
    return result;
}

ValueFault wrong(const Attribute& a, std::string_view cell, const std::string& why,
                 std::string remedy) {
    return {"012", "", inQuotes(a.key) + ": " + inQuotes(cell) + " is not a number: " + why,
            std::move(remedy)};
}

/// Why a text is not a number, told so that nobody has to guess.
ValueFault numberFault(const Attribute& a, std::string_view cell) {
    const bool hasComma = cell.find(',') != std::string_view::npos;
    const bool hasDigit = std::any_of(cell.begin(), cell.end(), [](char c) {
        return std::isdigit(static_cast<unsigned char>(c)) != 0;
    });
    if (hasDigit && hasComma && cell.find('.') != std::string_view::npos) {
        return wrong(a, cell, "it has groups of digits.", "Write 1000.5, without separators.");
    }
    if (hasDigit && hasComma) {
        return wrong(a, cell, "a comma could be a decimal sign or part groups of digits.",
                     "Write a decimal point and no groups: 1000.5.");
    }
    const auto number = cell.substr(0, cell.find_first_not_of("0123456789.+-eE"));
    if (hasDigit && parseNumber(number)) {
        const std::string unit(a.unit.symbol);
        return wrong(
            a, cell, "something follows it.",
            unit.empty() ? "Write the number alone." : "Write the number alone, in " + unit + ".");
    }
    return wrong(a, cell, "it does not read as one.", "Write a number such as 12.5.");
}

tl::expected<double, ValueFault> numberOf(const Attribute& a, std::string_view cell) {
    if (const auto number = parseNumber(cell)) {
        return *number;
    }
    return tl::unexpected(numberFault(a, cell));
}

tl::expected<Value, ValueFault> wholeOf(const Attribute& a, std::string_view cell) {
    const auto number = numberOf(a, cell);
    if (!number) {
        return tl::unexpected(number.error());
    }
    if (std::floor(*number) != *number || std::fabs(*number) > 9e15) {
        return tl::unexpected(ValueFault{
            "012", "",
            inQuotes(a.key) + " is " + std::string(cell) + ", but must be a whole number.",
            "Write a whole number."});
    }
    return Value{static_cast<std::int64_t>(*number)};
}

tl::expected<Value, ValueFault> booleanOf(const Attribute& a, std::string_view cell) {
    std::string word(cell);
    for (char& c : word) {
        c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
    if (word == "true" || word == "yes" || word == "1") {
        return Value{true};
    }
    if (word == "false" || word == "no" || word == "0") {
        return Value{false};
    }
    return tl::unexpected(ValueFault{
        "012", "", inQuotes(a.key) + " is " + inQuotes(cell) + ", but must be true or false.",
        "Write true or false."});
}

tl::expected<Value, ValueFault> numbersOf(const Attribute& a, std::string_view cell) {
    std::vector<double> numbers;
    for (const std::string& word : words(cell, kBlanks)) {
        const auto number = numberOf(a, word);
        if (!number) {
            return tl::unexpected(number.error());
        }
        numbers.push_back(*number);
    }
    return Value{std::move(numbers)};
}

tl::expected<Value, ValueFault> curveOf(const Attribute& a, std::string_view cell) {
    nlohmann::json points = nlohmann::json::array();
    for (const std::string& word : words(cell, kBlanks)) {
        const auto colon = word.find(':');
        if (colon == std::string::npos) {
            return tl::unexpected(ValueFault{
                "018", "", inQuotes(a.key) + ": " + inQuotes(word) + " is not a point of a curve.",
                "Write points as x:y with blanks between: 0:0 50:0.9."});
        }
        const auto x = numberOf(a, std::string_view(word).substr(0, colon));
        const auto y = numberOf(a, std::string_view(word).substr(colon + 1));
        if (!x || !y) {
            return tl::unexpected(!x ? x.error() : y.error());
        }
        points.push_back({*x, *y});
    }
    auto value = valueFromJson(a, points);
    if (!value) {
        return tl::unexpected(value.error().front());
    }
    return *value;
}

/// Texts that a spreadsheet would take for a formula, and those that the mark itself would hide.
bool needsMark(std::string_view text) {
    return text.empty() ||
           std::string_view("'=+-@ \t").find(text.front()) != std::string_view::npos ||
           text.back() == ' ' || text.back() == '\t';
}

tl::expected<Value, ValueFault> read(const Attribute& a, std::string_view cell) {
    switch (a.kind) {
        case ValueKind::Number: {
            const auto number = numberOf(a, cell);
            return number ? tl::expected<Value, ValueFault>(Value{*number})
                          : tl::unexpected(number.error());
        }
        case ValueKind::Integer:
            return wholeOf(a, cell);
        case ValueKind::Boolean:
            return booleanOf(a, cell);
        case ValueKind::Text:
            return Value{std::string(cell.front() == '\'' ? cell.substr(1) : cell)};
        case ValueKind::Choice:
        case ValueKind::Reference:
            return Value{std::string(trim(cell))};
        case ValueKind::Curve:
            return curveOf(a, cell);
        case ValueKind::NumberList:
            return numbersOf(a, cell);
        case ValueKind::ReferenceList:
            return Value{words(cell, " \t\r\n,;")};
    }
    return Value{};
}

}  // namespace

std::string cellText(const Value& value) {
    if (std::holds_alternative<std::monostate>(value)) {
        return {};
    }
    if (const auto* text = std::get_if<std::string>(&value)) {
        return needsMark(*text) ? '\'' + *text : *text;
    }
    std::string cell;
    if (const auto* ids = std::get_if<std::vector<std::string>>(&value)) {
        for (const std::string& id : *ids) {
            cell += (cell.empty() ? "" : " ") + id;
        }
        return cell;
    }
    if (const auto* numbers = std::get_if<std::vector<double>>(&value)) {
        for (const double number : *numbers) {
            cell += (cell.empty() ? "" : " ") + numberText(number);
        }
        return cell;
    }
    if (const auto* curve = std::get_if<models::Curve>(&value)) {
        for (std::size_t i = 0; i < curve->x().size(); ++i) {
            cell +=
                (i == 0 ? "" : " ") + numberText(curve->x()[i]) + ':' + numberText(curve->y()[i]);
        }
        return cell;
    }
    return valueToJson(value);
}

tl::expected<Value, ValueFault> cellValue(const Attribute& attribute, std::string_view cell) {
    const std::string_view bare = trim(cell);
    Value value;
    if (!bare.empty()) {
        auto read = engine::read(attribute, attribute.kind == ValueKind::Text ? cell : bare);
        if (!read) {
            return read;
        }
        value = std::move(*read);
    }
    if (ValueFaults faults = valueFaults(attribute, value); !faults.empty()) {
        return tl::unexpected(std::move(faults.front()));
    }
    return value;
}

}  // namespace headroom::engine
