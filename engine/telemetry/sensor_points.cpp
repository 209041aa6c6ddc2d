// SPDX-License-Identifier: Apache-2.0
#include "engine/telemetry/sensor_points.h"

#include "engine/base/json.h"
#include "engine/files/output_file.h"
#include "engine/files/text_file.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cctype>
#include <optional>
#include <utility>

namespace headroom::engine {

namespace {

constexpr std::string_view kPlacesKey = "\"places\"";

/// Behind a text that begins at `at` with a double quote.
std::size_t behindText(std::string_view json, std::size_t at) {
    for (++at; at < json.size() && json[at] != '"'; ++at) {
        at += json[at] == '\\' ? 1 : 0;
    }
    return at + 1;
}

std::size_t overBlanks(std::string_view json, std::size_t at) {
    while (at < json.size() && std::isspace(static_cast<unsigned char>(json[at])) != 0) {
        ++at;
    }
    return at;
}

/// Behind a value that begins at `at`.
std::size_t behindValue(std::string_view json, std::size_t at) {
    int depth = 0;
    while (at < json.size()) {
        const char c = json[at];
        if (c == '"') {
            at = behindText(json, at);
        } else {
            depth += c == '{' || c == '[' ? 1 : c == '}' || c == ']' ? -1 : 0;
            if (depth < 0 || (depth == 0 && c == ',')) {
                return at;
            }
            ++at;
        }
        if (depth == 0 && (c == '"' || c == '}' || c == ']')) {
            return at;
        }
    }
    return at;
}

/// From the quote of the key to behind its value; nothing if the object has no such key.
std::optional<std::pair<std::size_t, std::size_t>> placesIn(std::string_view json) {
    std::size_t at = json.find('{');
    while (at < json.size()) {
        at = overBlanks(json, at + 1);  // behind the brace, or a comma
        if (at >= json.size() || json[at] != '"') {
            return std::nullopt;
        }
        const std::size_t key = at;
        at = behindText(json, at);
        const bool isIt = json.substr(key, at - key) == kPlacesKey;
        at = overBlanks(json, at);
        const std::size_t end = behindValue(json, overBlanks(json, at + 1));
        if (isIt) {
            return std::pair(key, end);
        }
        at = overBlanks(json, end);
        if (at >= json.size() || json[at] != ',') {
            return std::nullopt;
        }
    }
    return std::nullopt;
}

std::string placesText(const std::map<std::string, SensorPoint>& points) {
    std::string out = std::string(kPlacesKey) + ": {";
    bool isFirst = true;
    for (const auto& [id, point] : points) {
        out += isFirst ? "\n" : ",\n";
        isFirst = false;
        const std::string name = jsonText(nlohmann::json(id));
        out += fmt::format("    {}: {{\"x_m\": {:.7g}, \"y_m\": {:.7g}", name, point.xM, point.yM);
        out += point.zM > 0.0 ? fmt::format(", \"z_m\": {:.7g}}}", point.zM) : "}";
    }
    return out + "}";
}

}  // namespace

std::string withSensorPoints(const std::string& text,
                             const std::map<std::string, SensorPoint>& points) {
    const auto there = placesIn(text);
    if (there && !points.empty()) {
        return text.substr(0, there->first) + placesText(points) + text.substr(there->second);
    }
    if (there) {
        // With the comma before it, or where it is the first, the one behind.
        std::size_t from = text.find_last_not_of(" \t\r\n", there->first - 1), to = there->second;
        if (text[from] != ',') {
            ++from;
            to = overBlanks(text, to);
            to += to < text.size() && text[to] == ',' ? 1 : 0;
        }
        return text.substr(0, from) + text.substr(to);
    }
    if (points.empty()) {
        return text;
    }
    const std::size_t brace = text.rfind('}');
    const std::size_t last = text.find_last_not_of(" \t\r\n", brace - 1);
    return text.substr(0, last + 1) + (text[last] == '{' ? "\n  " : ",\n  ") + placesText(points) +
           text.substr(last + 1);
}

ResultAll<void> keepSensorPoints(const std::filesystem::path& file,
                                 const std::map<std::string, SensorPoint>& points) {
    const auto text = readTextFile(file);
    if (!text) {
        return tl::unexpected(Errors{text.error()});
    }
    if (const auto map = parseTelemetryMap(*text, file); !map) {
        return tl::unexpected(map.error());
    }
    const std::string next = withSensorPoints(*text, points);
    if (const auto map = parseTelemetryMap(next, file); !map) {
        return tl::unexpected(map.error());
    }
    if (auto done = writeFile(file, next); !done) {
        return tl::unexpected(Errors{done.error()});
    }
    return {};
}

}  // namespace headroom::engine
