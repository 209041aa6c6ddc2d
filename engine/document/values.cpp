// SPDX-License-Identifier: Apache-2.0
#include "engine/document/values.h"

#include "engine/base/json.h"
#include "engine/base/plain_text.h"
#include "engine/border/time_zone.h"
#include "engine/document/json_text.h"
#include "engine/document/project.h"
#include "models/core/calendar.h"
#include "models/core/zone_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

namespace headroom::engine {

namespace {

using models::Attribute;
using models::Curve;
using models::Value;
using models::ValueKind;
using Json = nlohmann::json;

Words withUnit(const Attribute& a, double number) {
    return amountAs(numberText(number), number, a.unit.symbol);
}

std::string kindName(const Attribute& a) {
    switch (a.kind) {
        case ValueKind::Number:
            return a.unit.symbol.empty() ? "a number"
                                         : "a number, in " + std::string(a.unit.symbol);
        case ValueKind::Integer:
            return "a whole number, without a decimal point";
        case ValueKind::Boolean:
            return "true or false";
        case ValueKind::Text:
            return "a text in quotes";
        case ValueKind::Choice:
            return "one of its words in quotes";
        case ValueKind::Reference:
            return "an id in quotes";
        case ValueKind::Curve:
            return "a list of points [x, y]";
        case ValueKind::NumberList:
            return "a list of numbers";
        case ValueKind::ReferenceList:
            return "a list of ids in quotes";
    }
    return {};
}

ValueFault wrongKind(const Attribute& a, const std::string& where, const std::string& found) {
    return {"012", where, inQuotes(a.key) + " is " + found + ", but must be " + kindName(a) + ".",
            "Write " + kindName(a) + "."};
}

void checkRange(const Attribute& a, double number, const std::string& where, ValueFaults& faults) {
    const Range range = rangeOf(a);
    if (std::isfinite(number) && number >= range.minimum && number <= range.maximum) {
        return;
    }
    Words allowed;
    if (std::isinf(range.maximum)) {
        allowed = "at least " + withUnit(a, range.minimum);
    } else if (std::isinf(range.minimum)) {
        allowed = "at most " + withUnit(a, range.maximum);
    } else {
        allowed = "from " + bareAs(numberText(range.minimum), range.minimum, a.unit.symbol) +
                  " to " + withUnit(a, range.maximum);
    }
    if (std::isinf(range.minimum) && std::isinf(range.maximum)) {
        allowed = "finite";
    }
    const std::string what = where.empty() ? inQuotes(a.key) : "A value of " + inQuotes(a.key);
    faults.push_back({"013", where,
                      what + " is " + withUnit(a, number) + "; it must be " + allowed + ".",
                      "State a value that is " + allowed + ", and check the unit."});
}

void checkWord(const Attribute& a, const std::string& word, ValueFaults& faults) {
    std::vector<std::string> words(a.choices.begin(), a.choices.end());
    if (std::find(words.begin(), words.end(), word) != words.end()) {
        return;
    }
    const std::string list = inQuotes(words);
    faults.push_back({"014", "",
                      inQuotes(a.key) + " is " + inQuotes(word) + ", which is not known.",
                      didYouMean(word, words, "Use one of: " + list + ".")});
}

void checkStart(const Attribute& a, const std::string& text, ValueFaults& faults) {
    if (models::isStartTime(a) && !text.empty() && !models::startTime(text)) {
        faults.push_back({"024", "",
                          inQuotes(a.key) + " is " + inQuotes(text) +
                              ", which is not a date and time of the calendar.",
                          "Write a day that exists, from 1900 to 2200, as 2026-07-01T00:00:00."});
    }
}

void checkZone(const Attribute& a, const std::string& text, ValueFaults& faults) {
    if (!models::isZone(a) || text.empty()) {
        return;
    }
    if (const auto zone = TimeZone::named(text); !zone) {
        faults.push_back(
            {"024", "", inQuotes(a.key) + ": " + zone.error().message + ".", zone.error().remedy});
    }
}

// Kind of a JSON value, for people.
std::string foundText(const Json& json) {
    switch (json.type()) {
        case Json::value_t::null:
            return "null";
        case Json::value_t::boolean:
            return json.get<bool>() ? "true" : "false";
        case Json::value_t::string:
            return "the text " + jsonString(json.get<std::string>().substr(0, 40));
        case Json::value_t::array:
            return "a list of " + std::to_string(json.size());
        case Json::value_t::object:
            return "an object";
        default:
            return "the number " + jsonText(json);
    }
}

tl::expected<Value, ValueFaults> curveFromJson(const Attribute& a, const Json& json) {
    ValueFaults faults;
    std::vector<double> x;
    std::vector<double> y;
    if (!json.is_array()) {
        return tl::unexpected(ValueFaults{wrongKind(a, "", foundText(json))});
    }
    for (std::size_t i = 0; i < json.size(); ++i) {
        const Json& point = json[i];
        if (!point.is_array() || point.size() != 2 || !point[0].is_number() ||
            !point[1].is_number()) {
            faults.push_back(wrongKind(a, '/' + std::to_string(i), foundText(point)));
            continue;
        }
        x.push_back(point[0].get<double>());
        y.push_back(point[1].get<double>());
    }
    if (!faults.empty()) {
        return tl::unexpected(std::move(faults));
    }
    if (!Curve::isValid(x, y)) {
        std::size_t at = 0;
        while (at + 1 < x.size() && x[at + 1] > x[at]) {
            ++at;
        }
        const std::string where = x.empty() ? "" : '/' + std::to_string(at + 1);
        return tl::unexpected(ValueFaults{
            {"018", where,
             x.empty() ? inQuotes(a.key) + " has no points."
                       : "The x of the points of " + inQuotes(a.key) + " must rise, but " +
                             numberText(x[at + 1]) + " follows " + numberText(x[at]) + ".",
             x.empty() ? "State at least one point [x, y]." : "Sort the points by x, once each."}});
    }
    return Value{Curve(std::move(x), std::move(y))};
}

tl::expected<Value, ValueFaults> listFromJson(const Attribute& a, const Json& json) {
    if (!json.is_array()) {
        return tl::unexpected(ValueFaults{wrongKind(a, "", foundText(json))});
    }
    ValueFaults faults;
    std::vector<double> numbers;
    for (std::size_t i = 0; i < json.size(); ++i) {
        if (json[i].is_number()) {
            numbers.push_back(json[i].get<double>());
        } else {
            faults.push_back(wrongKind(a, '/' + std::to_string(i), foundText(json[i])));
        }
    }
    if (!faults.empty()) {
        return tl::unexpected(std::move(faults));
    }
    return Value{std::move(numbers)};
}

tl::expected<Value, ValueFaults> idsFromJson(const Attribute& a, const Json& json) {
    if (!json.is_array()) {
        return tl::unexpected(ValueFaults{wrongKind(a, "", foundText(json))});
    }
    ValueFaults faults;
    std::vector<std::string> ids;
    for (std::size_t i = 0; i < json.size(); ++i) {
        if (json[i].is_string()) {
            ids.push_back(json[i].get<std::string>());
        } else {
            faults.push_back(wrongKind(a, '/' + std::to_string(i), foundText(json[i])));
        }
    }
    if (!faults.empty()) {
        return tl::unexpected(std::move(faults));
    }
    return Value{std::move(ids)};
}

// The JSON value in the alternative that the table's kind is held in, its range not yet checked.
tl::expected<Value, ValueFaults> kindFromJson(const Attribute& a, const Json& json) {
    switch (a.kind) {
        case ValueKind::Number:
            if (json.is_number()) {
                return Value{json.get<double>()};
            }
            break;
        case ValueKind::Integer:
            if (json.is_number_unsigned() &&
                json.get<std::uint64_t>() >
                    static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) {
                ValueFaults faults;
                checkRange(a, json.get<double>(), "", faults);
                return tl::unexpected(std::move(faults));
            }
            if (json.is_number_integer()) {
                return Value{json.get<std::int64_t>()};
            }
            break;
        case ValueKind::Boolean:
            if (json.is_boolean()) {
                return Value{json.get<bool>()};
            }
            break;
        case ValueKind::Text:
        case ValueKind::Choice:
        case ValueKind::Reference:
            if (json.is_string()) {
                return Value{json.get<std::string>()};
            }
            break;
        case ValueKind::Curve:
            return curveFromJson(a, json);
        case ValueKind::NumberList:
            return listFromJson(a, json);
        case ValueKind::ReferenceList:
            return idsFromJson(a, json);
    }
    return tl::unexpected(ValueFaults{wrongKind(a, "", foundText(json))});
}

// The Value alternative that holds each kind.
bool holdsKind(ValueKind kind, const Value& value) {
    switch (kind) {
        case ValueKind::Number:
            return std::holds_alternative<double>(value);
        case ValueKind::Integer:
            return std::holds_alternative<std::int64_t>(value);
        case ValueKind::Boolean:
            return std::holds_alternative<bool>(value);
        case ValueKind::Text:
        case ValueKind::Choice:
        case ValueKind::Reference:
            return std::holds_alternative<std::string>(value);
        case ValueKind::Curve:
            return std::holds_alternative<Curve>(value);
        case ValueKind::NumberList:
            return std::holds_alternative<std::vector<double>>(value);
        case ValueKind::ReferenceList:
            return std::holds_alternative<std::vector<std::string>>(value);
    }
    return false;
}

}  // namespace

bool isValidId(std::string_view id) {
    const auto isLetterOrDigit = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    };
    return !id.empty() && id.size() <= kLongestId && isLetterOrDigit(id.front()) &&
           std::all_of(id.begin(), id.end(),
                       [&](char c) { return c == '-' || isLetterOrDigit(c); });
}

Range rangeOf(const Attribute& attribute) {
    Range range{attribute.minimum, attribute.maximum};
    if (attribute.kind == ValueKind::Integer) {
        // Specs hold whole numbers as int.
        range.minimum = std::max(range.minimum, double{std::numeric_limits<std::int32_t>::min()});
        range.maximum = std::min(range.maximum, double{std::numeric_limits<std::int32_t>::max()});
    }
    return range;
}

// Texts reach people, drawings, workbooks and terminals.
ValueFaults textFaults(std::string_view key, std::string_view text) {
    if (text.size() > kLongestText) {
        return {{"023", "",
                 inQuotes(key) + " is a text of " + std::to_string(text.size()) +
                     " bytes; at most " + std::to_string(kLongestText) + " are allowed.",
                 "Shorten it."}};
    }
    if (const auto odd = firstOdd(text)) {
        return {{"022", "",
                 inQuotes(key) + " holds " + oddName(*odd) +
                     ", a character that controls a terminal or hides from readers.",
                 "Take it out of the text."}};
    }
    return {};
}

ValueFaults valueFaults(const Attribute& a, const Value& value) {
    ValueFaults faults;
    if (std::holds_alternative<std::monostate>(value)) {
        if (a.required) {
            faults.push_back({"011", "", inQuotes(a.key) + " is missing.",
                              "State " + std::string(a.label) + ": " + kindName(a) + "."});
        }
        return faults;
    }
    if (!holdsKind(a.kind, value)) {
        faults.push_back(wrongKind(a, "", valueText(value)));
        return faults;
    }
    switch (a.kind) {
        case ValueKind::Number:
            checkRange(a, std::get<double>(value), "", faults);
            break;
        case ValueKind::Integer:
            checkRange(a, static_cast<double>(std::get<std::int64_t>(value)), "", faults);
            break;
        case ValueKind::Boolean:
            break;
        case ValueKind::Text:
        case ValueKind::Reference:
            if (std::get<std::string>(value).empty() &&
                (a.required || a.kind == ValueKind::Reference)) {
                faults.push_back({"011", "", inQuotes(a.key) + " is an empty text.",
                                  a.required ? "State " + std::string(a.label) + "."
                                             : "State an id, or leave the key out."});
            }
            for (ValueFault& fault : textFaults(a.key, std::get<std::string>(value))) {
                faults.push_back(std::move(fault));
            }
            checkStart(a, std::get<std::string>(value), faults);
            checkZone(a, std::get<std::string>(value), faults);
            break;
        case ValueKind::Choice:
            checkWord(a, std::get<std::string>(value), faults);
            break;
        case ValueKind::Curve: {
            const Curve& curve = std::get<Curve>(value);
            if (curve.empty()) {
                faults.push_back({"018", "",
                                  inQuotes(a.key) + " has no points, or their x does not rise.",
                                  "State at least one point [x, y], sorted by x."});
            }
            for (std::size_t i = 0; i < curve.y().size(); ++i) {
                checkRange(a, curve.y()[i], '/' + std::to_string(i), faults);
            }
            break;
        }
        case ValueKind::NumberList: {
            const auto& numbers = std::get<std::vector<double>>(value);
            const auto count = static_cast<std::size_t>(a.count);
            if (count > 0 && numbers.size() != count) {
                faults.push_back(
                    {"012", "",
                     inQuotes(a.key) + " has " + std::to_string(numbers.size()) +
                         " numbers, but must have " + std::to_string(count) + ".",
                     "State " + std::to_string(count) + " numbers: " + std::string(a.doc)});
            } else if (numbers.empty()) {
                faults.push_back({"012", "", inQuotes(a.key) + " is an empty list.",
                                  "State at least one number, or leave the key out."});
            }
            for (std::size_t i = 0; i < numbers.size(); ++i) {
                checkRange(a, numbers[i], '/' + std::to_string(i), faults);
            }
            break;
        }
        case ValueKind::ReferenceList: {
            const auto& ids = std::get<std::vector<std::string>>(value);
            if (ids.empty()) {
                faults.push_back({"012", "", inQuotes(a.key) + " is an empty list.",
                                  "State at least one id, or leave the key out."});
            }
            for (std::size_t i = 0; i < ids.size(); ++i) {
                if (ids[i].empty() || std::count(ids.begin(), ids.end(), ids[i]) > 1) {
                    faults.push_back({"012", '/' + std::to_string(i),
                                      inQuotes(a.key) + " names " + inQuotes(ids[i]) +
                                          (ids[i].empty() ? "." : " more than once."),
                                      "State each id once."});
                    break;
                }
            }
            break;
        }
    }
    return faults;
}

tl::expected<Value, ValueFaults> valueFromJson(const Attribute& a, const Json& json) {
    auto value = kindFromJson(a, json);
    if (!value) {
        return value;
    }
    if (ValueFaults faults = valueFaults(a, *value); !faults.empty()) {
        return tl::unexpected(std::move(faults));
    }
    return value;
}

std::string numberText(double number) {
    if (number == 0.0) {
        return "0";  // also for -0
    }
    std::array<char, 64> buffer{};
    const double size = std::fabs(number);
    const auto format =
        size >= 1e-4 && size < 1e15 ? std::chars_format::fixed : std::chars_format::general;
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number, format);
    return {buffer.data(), end.ptr};
}

std::string jsonString(const std::string& text) {
    return jsonText(Json(text));
}

std::string valueToJson(const Value& value) {
    if (const auto* number = std::get_if<double>(&value)) {
        return numberText(*number);
    }
    if (const auto* integer = std::get_if<std::int64_t>(&value)) {
        return std::to_string(*integer);
    }
    if (const auto* boolean = std::get_if<bool>(&value)) {
        return *boolean ? "true" : "false";
    }
    if (const auto* text = std::get_if<std::string>(&value)) {
        return jsonString(*text);
    }
    std::string list;
    if (const auto* curve = std::get_if<Curve>(&value)) {
        for (std::size_t i = 0; i < curve->x().size(); ++i) {
            list += (i == 0 ? "[" : ", [") + numberText(curve->x()[i]) + ", " +
                    numberText(curve->y()[i]) + ']';
        }
        return '[' + list + ']';
    }
    if (const auto* numbers = std::get_if<std::vector<double>>(&value)) {
        for (std::size_t i = 0; i < numbers->size(); ++i) {
            list += (i == 0 ? "" : ", ") + numberText((*numbers)[i]);
        }
        return '[' + list + ']';
    }
    if (const auto* ids = std::get_if<std::vector<std::string>>(&value)) {
        for (std::size_t i = 0; i < ids->size(); ++i) {
            list += (i == 0 ? "" : ", ") + jsonString((*ids)[i]);
        }
        return '[' + list + ']';
    }
    return "null";
}

std::string valueText(const Value& value) {
    if (std::holds_alternative<std::monostate>(value)) {
        return "not stated";
    }
    if (const auto* boolean = std::get_if<bool>(&value)) {
        return *boolean ? "yes" : "no";
    }
    if (const auto* text = std::get_if<std::string>(&value)) {
        return *text;
    }
    if (const auto* curve = std::get_if<Curve>(&value)) {
        const std::size_t n = curve->x().size();
        return std::to_string(n) + (n == 1 ? " point" : " points");
    }
    if (const auto* numbers = std::get_if<std::vector<double>>(&value)) {
        const std::size_t n = numbers->size();
        return std::to_string(n) + (n == 1 ? " number" : " numbers");
    }
    if (const auto* ids = std::get_if<std::vector<std::string>>(&value)) {
        std::string text;
        for (const std::string& id : *ids) {
            text += (text.empty() ? "" : ", ") + id;
        }
        return text;
    }
    return valueToJson(value);
}

}  // namespace headroom::engine
