// SPDX-License-Identifier: Apache-2.0
#include "engine/telemetry/prometheus.h"

#include "engine/base/number.h"
#include "engine/document/json_text.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace headroom::engine {

namespace {

using Labels = std::map<std::string, std::string>;  // "__name__" among them
using Answer = nlohmann::json;

constexpr double kMillis = 1e3;

/// "name{a="b"}" as labels; nothing where it is not of that form. `rest` gets what follows.
std::optional<Labels> labelsOf(std::string_view text, std::string_view& rest) {
    const auto isName = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == ':';
    };
    std::size_t i = 0;
    while (i < text.size() && isName(text[i])) {
        ++i;
    }
    if (i == 0) {
        return std::nullopt;
    }
    Labels labels{{"__name__", std::string(text.substr(0, i))}};
    if (i == text.size() || text[i] != '{') {
        rest = text.substr(i);
        return labels;
    }
    ++i;
    while (i < text.size() && text[i] != '}') {
        const std::size_t from = i;
        while (i < text.size() && isName(text[i])) {
            ++i;
        }
        const std::string name(text.substr(from, i - from));
        if (name.empty() || text.substr(i, 2) != "=\"") {
            return std::nullopt;
        }
        std::string value;
        for (i += 2; i < text.size() && text[i] != '"'; ++i) {
            if (text[i] == '\\' && i + 1 < text.size()) {
                ++i;
                value += text[i] == 'n' ? '\n' : text[i];
            } else {
                value += text[i];
            }
        }
        if (i == text.size()) {
            return std::nullopt;
        }
        labels[name] = std::move(value);
        ++i;
        if (i < text.size() && text[i] == ',') {
            ++i;
        }
    }
    if (i == text.size()) {
        return std::nullopt;
    }
    rest = text.substr(i + 1);
    return labels;
}

/// Finds the sensor of a series.
class SeriesNames {
  public:
    explicit SeriesNames(const TelemetryMap& map) {
        for (std::size_t s = 0; s < map.sensors.size(); ++s) {
            std::string_view rest;
            if (auto labels = labelsOf(map.sensors[s].column, rest); labels && rest.empty()) {
                byName_[(*labels)["__name__"]].push_back({static_cast<int>(s), std::move(*labels)});
            }
        }
    }

    int find(const Labels& series) const {
        const auto name = series.find("__name__");
        const auto known = name == series.end() ? byName_.end() : byName_.find(name->second);
        if (known == byName_.end()) {
            return -1;
        }
        int best = -1;
        std::size_t most = 0;
        for (const auto& [sensor, labels] : known->second) {
            const bool fits = std::all_of(labels.begin(), labels.end(), [&](const auto& label) {
                const auto own = series.find(label.first);
                return own != series.end() && own->second == label.second;
            });
            if (fits && labels.size() > most) {
                best = sensor;
                most = labels.size();
            }
        }
        return best;
    }

  private:
    std::map<std::string, std::vector<std::pair<int, Labels>>> byName_;
};

bool isMissingValue(std::string_view text) {
    return text == "NaN" || text == "+Inf" || text == "-Inf" || text == "Inf";
}

/// [time, "value"] of the API.
void takePair(const Answer& pair, int sensor, double offsetS, int place, Delivery& delivery) {
    if (!pair.is_array() || pair.size() != 2 || !pair[0].is_number() || !pair[1].is_string()) {
        delivery.unreadable.push_back({sensor, place, "a value that is no pair of time and text"});
        return;
    }
    const std::string& text = pair[1].get_ref<const std::string&>();
    const double timeS = pair[0].get<double>() + offsetS;
    if (const auto value = parseNumber(text); value && std::isfinite(timeS)) {
        delivery.readings.push_back({sensor, timeS, *value, place});
    } else if (!isMissingValue(text)) {
        delivery.unreadable.push_back({sensor, place, inQuotes(text)});
    }
}

std::string_view nextWord(std::string_view& text) {
    const std::size_t from = std::min(text.find_first_not_of(" \t"), text.size());
    const std::size_t end = std::min(text.find_first_of(" \t", from), text.size());
    const std::string_view word = text.substr(from, end - from);
    text.remove_prefix(end);
    return word;
}

}  // namespace

Result<Delivery> readPrometheusAnswer(const std::string& text, const TelemetryMap& map, const std::string& file) {
    const auto refused = [&](std::string message, std::string remedy) {
        return tl::unexpected(Error{"TEL-051", std::move(message), std::move(remedy), file, {}, 0});
    };
    const auto json = JsonText::parse(text, file, "TEL");
    if (!json) {
        return tl::unexpected(json.error().front());
    }
    const Answer& root = json->root();
    if (!root.is_object() || !root.contains("status") || !root["status"].is_string()) {
        return refused("this is no answer of the HTTP API of Prometheus", "Ask api/v1/query_range or api/v1/query");
    }
    if (root["status"] != "success") {
        const auto words = root.find("error");
        return refused("Prometheus refuses: " +
                           (words != root.end() && words->is_string() ? words->get<std::string>() : std::string("no reason given")),
                       "Correct the query, its times or its step");
    }
    const auto data = root.find("data");
    if (data == root.end() || !data->is_object() || !data->contains("result") || !(*data)["result"].is_array()) {
        return refused("the answer has no data.result", "Ask for a range or an instant of series");
    }
    const SeriesNames names(map);
    Delivery delivery;
    int place = 0;
    for (const Answer& one : (*data)["result"]) {
        ++place;
        if (!one.is_object() || !one.contains("metric") || !one["metric"].is_object()) {
            delivery.unreadable.push_back({-1, place, "a series without its labels"});
            continue;
        }
        Labels labels;
        for (const auto& [key, value] : one["metric"].items()) {
            labels[key] = value.is_string() ? value.get<std::string>() : std::string();
        }
        const int sensor = names.find(labels);
        if (sensor < 0) {
            delivery.unknown.push_back(labels["__name__"]);
            continue;
        }
        if (one.contains("values") && one["values"].is_array()) {
            for (const Answer& pair : one["values"]) {
                takePair(pair, sensor, map.offsetS, place, delivery);
            }
        } else if (one.contains("value")) {
            takePair(one["value"], sensor, map.offsetS, place, delivery);
        }
    }
    return delivery;
}

Delivery readExposition(std::string_view text, const TelemetryMap& map, double arrivedS) {
    const SeriesNames names(map);
    const bool isOpenMetrics = text.find("\n# EOF") != std::string_view::npos;
    Delivery delivery;
    for (int place = 1; !text.empty(); ++place) {
        const std::size_t end = text.find('\n');
        std::string_view line = text.substr(0, end);
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
        line = line.ends_with('\r') ? line.substr(0, line.size() - 1) : line;
        if (line.empty() || line.front() == '#') {
            continue;
        }
        std::string_view rest;
        const auto labels = labelsOf(line, rest);
        const std::string_view value = labels ? nextWord(rest) : std::string_view();
        const auto number = parseNumber(value);
        if (!labels || (!number && !isMissingValue(value))) {
            delivery.unreadable.push_back({-1, place, inQuotes(line.substr(0, 80))});
            continue;
        }
        const int sensor = names.find(*labels);
        if (sensor < 0 || !number) {
            continue;  // exporters show much that nobody asked for
        }
        double timeS = arrivedS;
        const std::string_view stamp = nextWord(rest);
        if (const auto given = parseNumber(stamp)) {
            timeS = (isOpenMetrics ? *given : *given / kMillis) + map.offsetS;
        }
        delivery.readings.push_back({sensor, timeS, *number, place});
    }
    return delivery;
}

}  // namespace headroom::engine
