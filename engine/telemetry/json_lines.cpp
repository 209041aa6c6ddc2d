// SPDX-License-Identifier: Apache-2.0
#include "engine/telemetry/json_lines.h"

#include "engine/base/number.h"
#include "engine/document/json_text.h"
#include "engine/telemetry/csv_source.h"

#include <nlohmann/json.hpp>

#include <cmath>
#include <limits>
#include <optional>
#include <string>

namespace headroom::engine {

namespace {

using Line = nlohmann::json;

constexpr int kDeepestLine = 8;  // a line is an object of plain values

/// A value as a number; nothing where it is none. Numbers beyond a double are none.
std::optional<double> plainNumber(const Line& value) {
    if (value.is_number()) {
        const double number = value.get<double>();
        return std::isfinite(number) ? std::optional(number) : std::nullopt;
    }
    if (value.is_boolean()) {
        return value.get<bool>() ? 1.0 : 0.0;
    }
    return value.is_string() ? parseNumber(value.get_ref<const std::string&>()) : std::nullopt;
}

bool isDeep(std::string_view text) {
    int depth = 0;
    for (const char c : text) {
        depth += c == '{' || c == '[' ? 1 : c == '}' || c == ']' ? -1 : 0;
        if (depth > kDeepestLine) {
            return true;
        }
    }
    return false;
}

void takeValue(const Line& value, int sensor, double timeS, int place, Delivery& delivery) {
    if (const auto number = plainNumber(value)) {
        delivery.readings.push_back({sensor, timeS, *number, place});
    } else if (!value.is_null()) {
        delivery.unreadable.push_back(
            {sensor, place, inQuotes(value.dump(-1, ' ', true, Line::error_handler_t::replace))});
    }
}

void takeLine(const Line& line, const TelemetryMap& map, double arrivedS, int place, int ofSensor,
              Delivery& delivery) {
    double timeS = arrivedS;
    if (const auto time = line.find(map.timeColumn); time != line.end()) {
        timeS =
            time->is_string()
                ? telemetryTimeS(map, time->get_ref<const std::string&>())
                : telemetryTimeS(map, time->dump(-1, ' ', true, Line::error_handler_t::replace));
        if (std::isnan(timeS) && time->is_number()) {
            timeS = map.siteS(time->get<double>());  // a small number: seconds since 1970
        }
        if (!std::isfinite(timeS)) {
            delivery.unreadable.push_back(
                {-1, place,
                 "time " + inQuotes(time->dump(-1, ' ', true, Line::error_handler_t::replace))});
            return;
        }
    } else if (std::isnan(arrivedS)) {
        delivery.unreadable.push_back({-1, place, "a line without " + inQuotes(map.timeColumn)});
        return;
    }
    const std::string nameKey = map.nameColumn.empty() ? std::string("sensor") : map.nameColumn;
    const std::string valueKey = map.valueColumn.empty() ? std::string("value") : map.valueColumn;
    if (const auto name = line.find(nameKey); name != line.end() && name->is_string()) {
        const std::string& text = name->get_ref<const std::string&>();
        const int sensor = map.sensorOf(text);
        const auto value = line.find(valueKey);
        if (sensor < 0) {
            delivery.unknown.push_back(text);
        } else if (value == line.end()) {
            delivery.unreadable.push_back({sensor, place, "no " + inQuotes(valueKey)});
        } else {
            takeValue(*value, sensor, timeS, place, delivery);
        }
        return;
    }
    if (const auto value = line.find(valueKey); ofSensor >= 0 && value != line.end()) {
        takeValue(*value, ofSensor, timeS, place, delivery);
        return;
    }
    for (const auto& [key, value] : line.items()) {
        if (key == map.timeColumn) {
            continue;
        }
        if (const int sensor = map.sensorOf(key); sensor >= 0) {
            takeValue(value, sensor, timeS, place, delivery);
        } else {
            delivery.unknown.push_back(key);
        }
    }
}

}  // namespace

Delivery readJsonLines(std::string_view text, const TelemetryMap& map, double arrivedS,
                       int firstPlace, int ofSensor) {
    Delivery delivery;
    for (int place = firstPlace; !text.empty(); ++place) {
        const std::size_t end = text.find('\n');
        const std::string_view one = text.substr(0, end);
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
        if (one.find_first_not_of(" \t\r") == std::string_view::npos) {
            continue;
        }
        const Line line =
            isDeep(one) ? Line(Line::value_t::discarded) : Line::parse(one, nullptr, false);
        if (line.is_object()) {
            const auto counted = [&] {
                return delivery.readings.size() + delivery.unreadable.size() +
                       delivery.unknown.size();
            };
            const std::size_t before = counted();
            takeLine(line, map, arrivedS, place, ofSensor, delivery);
            if (counted() == before) {
                delivery.unreadable.push_back({-1, place, "a line without a reading"});
            }
        } else {
            delivery.unreadable.push_back({-1, place, inQuotes(one.substr(0, 80))});
        }
    }
    return delivery;
}

}  // namespace headroom::engine
