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
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               c == '_' || c == ':';
    };
    std::size_t i = 0;
    while (i < text.size() && isName(text[i])) {
        ++i;
    }
    // Functions and operators drop the name of a series: then its labels alone are there.
    if (i == 0 && (text.empty() || text[0] != '{')) {
        return std::nullopt;
    }
    Labels labels;
    if (i > 0) {
        labels["__name__"] = std::string(text.substr(0, i));
    }
    if (i == text.size() || text[i] != '{') {
        rest = text.substr(i);
        return labels;
    }
    ++i;
    while (i < text.size() && text[i] != '}') {
        const std::size_t from = i;
        // Prometheus 3 quotes names that hold other characters: {"my.metric", "la.bel"="x"}.
        const bool isQuoted = text[i] == '"';
        i += isQuoted ? 1 : 0;
        const std::size_t nameFrom = isQuoted ? i : from;
        while (i < text.size() && (isQuoted ? text[i] != '"' : isName(text[i]))) {
            ++i;
        }
        const std::string name(text.substr(nameFrom, i - nameFrom));
        i += isQuoted && i < text.size() ? 1 : 0;
        if (isQuoted && i < text.size() && (text[i] == ',' || text[i] == '}')) {
            labels["__name__"] = name;
            i += text[i] == ',' ? 1 : 0;
            i += i < text.size() && text[i] == ' ' ? 1 : 0;
            continue;
        }
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
            i += i < text.size() && text[i] == ' ' ? 1 : 0;
        }
    }
    if (i == text.size()) {
        return std::nullopt;
    }
    rest = text.substr(i + 1);
    return labels;
}

/// A series as maps and messages write it.
std::string seriesName(const Labels& labels) {
    std::string text, inBraces;
    for (const auto& [name, value] : labels) {
        if (name == "__name__") {
            text = value;
            continue;
        }
        inBraces += inBraces.empty() ? "" : ",";
        inBraces += name;
        inBraces += "=\"";
        inBraces += value;
        inBraces += '"';
    }
    return inBraces.empty() ? text : text + '{' + inBraces + '}';
}

/// Finds the sensor of a series.
class SeriesNames {
  public:
    explicit SeriesNames(const TelemetryMap& map) : map_(map) {
        for (std::size_t s = 0; s < map.sensors.size(); ++s) {
            const SensorSpec& sensor = map.sensors[s];
            add(sensor.column, static_cast<int>(s));
            for (std::size_t i = 1; i < sensor.addends.size(); ++i) {
                add(sensor.addends[i], static_cast<int>(s));
            }
        }
    }

    /// The sensor with most labels of a series; of a series without a name also one that names some metric. -1 if none.
    int find(const Labels& series) const {
        int best = -1;
        std::size_t most = 0;
        const auto look = [&](const std::vector<std::pair<int, Labels>>& known) {
            for (const auto& [sensor, labels] : known) {
                const bool fits = std::all_of(labels.begin(), labels.end(), [&](const auto& label) {
                    const auto own = series.find(label.first);
                    return own != series.end() && own->second == label.second;
                });
                if (fits && labels.size() > most) {
                    best = sensor;
                    most = labels.size();
                }
            }
        };
        if (const auto name = series.find("__name__"); name != series.end()) {
            if (const auto known = byName_.find(name->second); known != byName_.end()) {
                look(known->second);
            }
        }
        if (best < 0) {
            if (const auto nameless = byName_.find(std::string()); nameless != byName_.end()) {
                look(nameless->second);
            }
        }
        // A single value without labels, as of sum(…): the only sensor of the map.
        return best < 0 && series.empty() && map_.sensors.size() == 1 ? 0 : best;
    }

  private:
    void add(const std::string& column, int sensor) {
        std::string_view rest;
        if (auto labels = labelsOf(column, rest); labels && rest.empty()) {
            const auto name = labels->find("__name__");
            byName_[name == labels->end() ? std::string() : name->second].push_back(
                {sensor, std::move(*labels)});
        }
    }

    const TelemetryMap& map_;
    std::map<std::string, std::vector<std::pair<int, Labels>>> byName_;
};

/// Readings of sensors that are sums over series: values of one time are added; a time that lacks a series is
/// left out.
class SeriesSums {
  public:
    explicit SeriesSums(const TelemetryMap& map)
        : map_(map), parts_(map.sensors.size(), 0), sums_(map.sensors.size()) {}

    void beginSeries(int sensor) { ++parts_[static_cast<std::size_t>(sensor)]; }

    void take(Delivery& delivery, std::size_t from) {
        const auto isPart = [&](const Reading& r) {
            return map_.sensors[static_cast<std::size_t>(r.sensor)].isSum;
        };
        for (std::size_t i = from; i < delivery.readings.size(); ++i) {
            const Reading& r = delivery.readings[i];
            if (isPart(r)) {
                Part& part = sums_[static_cast<std::size_t>(r.sensor)][r.timeS];
                part.value += r.value;
                ++part.count;
                part.place = r.place;
            }
        }
        delivery.readings.erase(
            std::remove_if(delivery.readings.begin() + static_cast<std::ptrdiff_t>(from),
                           delivery.readings.end(), isPart),
            delivery.readings.end());
    }

    void finish(Delivery& delivery) const {
        for (std::size_t s = 0; s < sums_.size(); ++s) {
            for (const auto& [timeS, part] : sums_[s]) {
                if (part.count == parts_[s]) {
                    delivery.readings.push_back(
                        {static_cast<int>(s), timeS, part.value, part.place});
                } else {
                    delivery.unreadable.push_back({static_cast<int>(s), part.place,
                                                   "a sum of " + std::to_string(parts_[s]) +
                                                       " series with " +
                                                       std::to_string(part.count) + " of them"});
                }
            }
        }
    }

  private:
    struct Part {
        double value = 0.0;
        int count = 0, place = 0;
    };

    const TelemetryMap& map_;
    std::vector<int> parts_;
    std::vector<std::map<double, Part>> sums_;
};

Labels labelsOf(const Answer& metric) {
    Labels labels;
    for (const auto& [key, value] : metric.items()) {
        labels[key] = value.is_string() ? value.get<std::string>() : std::string();
    }
    return labels;
}

bool isMissingValue(std::string_view text) {
    return text == "NaN" || text == "+Inf" || text == "-Inf" || text == "Inf";
}

/// [time, "value"] of the API.
void takePair(const Answer& pair, int sensor, const TelemetryMap& map, int place,
              Delivery& delivery) {
    if (!pair.is_array() || pair.size() != 2 || !pair[0].is_number() || !pair[1].is_string()) {
        delivery.unreadable.push_back(
            {sensor, place, "a value that is not a pair of time and text"});
        return;
    }
    const std::string& text = pair[1].get_ref<const std::string&>();
    const double timeS = map.siteS(pair[0].get<double>());
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

Answer prometheusSeries(const Answer& data) {
    const Answer& result = data["result"];
    const auto type = data.find("resultType");
    if (type != data.end() && (*type == "scalar" || *type == "string")) {
        return Answer::array({Answer{{"metric", Answer::object()}, {"value", result}}});
    }
    return result;
}

Result<Delivery> readPrometheusAnswer(const std::string& text, const TelemetryMap& map,
                                      const std::string& file) {
    const auto refused = [&](std::string message, std::string remedy) {
        return tl::unexpected(Error{"TEL-051", std::move(message), std::move(remedy), file, {}, 0});
    };
    const auto json = JsonText::parse(text, file, "TEL");
    if (!json) {
        return tl::unexpected(json.error().front());
    }
    const Answer& root = json->root();
    if (!root.is_object() || !root.contains("status") || !root["status"].is_string()) {
        return refused("this is not an answer of the HTTP API of Prometheus",
                       "Ask api/v1/query_range or api/v1/query");
    }
    if (root["status"] != "success") {
        const auto words = root.find("error");
        return refused("Prometheus refuses: " + (words != root.end() && words->is_string()
                                                     ? words->get<std::string>()
                                                     : std::string("no reason given")),
                       "Correct the query, its times or its step");
    }
    const auto data = root.find("data");
    if (data == root.end() || !data->is_object() || !data->contains("result") ||
        !(*data)["result"].is_array()) {
        return refused("the answer has no data.result", "Ask for a range or an instant of series");
    }
    const SeriesNames names(map);
    SeriesSums sums(map);
    Delivery delivery;
    int place = 0;
    for (const Answer& one : prometheusSeries(*data)) {
        ++place;
        if (!one.is_object() || !one.contains("metric") || !one["metric"].is_object()) {
            delivery.unreadable.push_back({-1, place, "a series without its labels"});
            continue;
        }
        const Labels labels = labelsOf(one["metric"]);
        const int sensor = names.find(labels);
        if (sensor < 0) {
            delivery.unknown.push_back(seriesName(labels));
            continue;
        }
        sums.beginSeries(sensor);
        const std::size_t from = delivery.readings.size();
        if (one.contains("values") && one["values"].is_array()) {
            for (const Answer& pair : one["values"]) {
                takePair(pair, sensor, map, place, delivery);
            }
        } else if (one.contains("value")) {
            takePair(one["value"], sensor, map, place, delivery);
        } else if (one.contains("histogram") || one.contains("histograms")) {
            delivery.unreadable.push_back({sensor, place,
                                           "a native histogram; ask for histogram_sum, "
                                           "histogram_count or histogram_quantile of it"});
        }
        sums.take(delivery, from);
    }
    sums.finish(delivery);
    return delivery;
}

std::string seriesText(const Answer& metric) {
    return seriesName(labelsOf(metric));
}

Delivery readExposition(std::string_view text, const TelemetryMap& map, double arrivedS) {
    const SeriesNames names(map);
    SeriesSums sums(map);
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
            timeS = map.siteS(isOpenMetrics ? *given : *given / kMillis);
        }
        sums.beginSeries(sensor);
        delivery.readings.push_back({sensor, timeS, *number, place});
        sums.take(delivery, delivery.readings.size() - 1);
    }
    sums.finish(delivery);
    return delivery;
}

}  // namespace headroom::engine
