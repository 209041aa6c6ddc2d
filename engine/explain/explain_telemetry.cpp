// SPDX-License-Identifier: Apache-2.0
#include "engine/explain/explain_telemetry.h"

#include "engine/base/json.h"
#include "engine/base/number.h"
#include "engine/base/plain_text.h"
#include "engine/border/instants.h"
#include "engine/border/series_step.h"
#include "engine/document/json_text.h"
#include "engine/telemetry/prometheus.h"
#include "engine/telemetry/redfish.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <optional>
#include <set>
#include <string>

namespace headroom::engine {

namespace {

using Json = nlohmann::json;

constexpr std::size_t kMostNames = 200;

/// Columns are the names that a map uses; the only row of values is the first of each.
struct NamesMade {
    Explanation e;
    std::size_t left = 0;

    void add(const std::string& name, const std::string& value) {
        if (e.columns.size() == kMostNames) {
            ++left;
            return;
        }
        e.columns.push_back({plainText(name), "series", {}});
        if (e.first.empty()) {
            e.first.emplace_back();
        }
        e.first[0].push_back(plainText(value));
    }

    Explanation take() {
        if (left > 0) {
            e.notes.push_back(fmt::format("{} more names are not shown.", left));
        }
        e.notes.push_back("A telemetry map names these as \"column\".");
        return std::move(e);
    }
};

std::string scalarText(const Json& value) {
    return value.is_string() ? value.get<std::string>() : jsonText(value);
}

void addPairs(const Json& one, SeriesStep& step, NamesMade& names, const std::string& name) {
    std::string first;
    const auto pair = [&](const Json& each) {
        if (each.is_array() && each.size() == 2 && each[0].is_number()) {
            step.add(each[0].get<double>());
            first = first.empty() ? scalarText(each[1]) : first;
            ++names.e.rows;
        }
    };
    if (const auto values = one.find("values"); values != one.end() && values->is_array()) {
        for (const Json& each : *values) {
            pair(each);
        }
    } else if (const auto value = one.find("value"); value != one.end()) {
        pair(*value);
    }
    names.add(name, first);
}

}  // namespace

Result<Explanation> explainPrometheus(const std::filesystem::path& file, const std::string& text,
                                      const ExplainOptions& options) {
    const Json root = parseJson<Json>(text);
    const TelemetryMap none;
    if (auto read = readPrometheusAnswer(text, none, file.string()); !read) {
        return tl::unexpected(std::move(read.error()));
    }
    NamesMade names;
    names.e.form = "JSON, UTF-8";
    SeriesStep whole;
    long histograms = 0;
    for (const Json& one : prometheusSeries(root["data"])) {
        if (!one.is_object() || !one.contains("metric")) {
            continue;
        }
        SeriesStep step;
        if (one.contains("histogram") || one.contains("histograms")) {
            ++histograms;
        }
        addPairs(one, step, names, seriesText(one["metric"]));
        if (step.count() > whole.count()) {
            whole = step;
        }
    }
    if (whole.count() > 0) {
        const TimeZone standard = TimeZone::fixed(options.site.aheadS);
        names.e.step = whole.words();
        names.e.from = instantText(whole.firstS(), standard);
        names.e.to = instantText(whole.lastS(), standard);
    }
    if (histograms > 0) {
        names.e.notes.push_back(
            fmt::format("{} series are native histograms. Ask for histogram_sum, histogram_count "
                        "or histogram_quantile of them.",
                        histograms));
    }
    if (names.e.columns.empty()) {
        names.e.notes.emplace_back(
            "The answer is empty: Prometheus found no series for this query in this span.");
        return std::move(names.e);
    }
    return names.take();
}

Result<Explanation> explainExposition(const std::filesystem::path& /*file*/,
                                      const std::string& text, const ExplainOptions& /*options*/) {
    NamesMade names;
    names.e.form = "text of an exporter, UTF-8";
    for (std::string_view rest = text; !rest.empty();) {
        const std::size_t end = rest.find('\n');
        const std::string_view line = rest.substr(0, end);
        rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
        const std::size_t brace = line.rfind('}');
        const std::size_t blank = line.find(' ', brace == std::string_view::npos ? 0 : brace);
        if (!line.empty() && line[0] != '#' && blank != std::string_view::npos) {
            ++names.e.rows;
            names.add(std::string(line.substr(0, blank)), std::string(line.substr(blank + 1)));
        }
    }
    return names.take();
}

namespace {

void walk(const Json& value, const RedfishPlace& at, NamesMade& names) {
    if (value.is_object()) {
        for (const auto& [key, member] : value.items()) {
            walk(member, at.member(pointerStep(key), member), names);
        }
    } else if (value.is_array()) {
        for (std::size_t i = 0; i < value.size(); ++i) {
            walk(value[i], at.member('/' + std::to_string(i), value[i]), names);
        }
    } else if (value.is_number()) {
        ++names.e.rows;
        names.add(at.own, jsonText(value));
    }
}

/// Metrics of a report, by property or else by id, with the span of their times.
void addReport(const Json& metrics, const ExplainOptions& options, NamesMade& names) {
    const auto text = [](const Json& metric, const char* key) {
        const auto found = metric.find(key);
        return found == metric.end() || found->is_null() ? std::string() : scalarText(*found);
    };
    InstantColumn times;
    for (const Json& metric : metrics) {
        if (metric.is_object()) {
            times.observe(text(metric, "Timestamp"));
        }
    }
    const auto decided = times.decide({});
    SeriesStep step;
    std::set<std::string> known;
    InstantReader reader(decided.value_or(InstantOptions{}));
    for (const Json& metric : metrics) {
        if (!metric.is_object()) {
            continue;
        }
        const std::string property = text(metric, "MetricProperty");
        const std::string name = property.empty() ? text(metric, "MetricId") : property;
        const auto utcS = decided ? reader.utcS(text(metric, "Timestamp")) : std::nullopt;
        if (utcS) {
            step.add(*utcS);
        }
        ++names.e.rows;
        if (!name.empty() && known.insert(name).second) {
            names.add(name, text(metric, "MetricValue"));
        }
    }
    if (step.count() > 0) {
        const TimeZone standard = TimeZone::fixed(options.site.aheadS);
        names.e.step = step.words();
        names.e.from = instantText(step.firstS(), standard);
        names.e.to = instantText(step.lastS(), standard);
    }
}

}  // namespace

Result<Explanation> explainRedfish(const std::filesystem::path& file, const std::string& text,
                                   const ExplainOptions& options) {
    const auto json = JsonText::parse(text, file.string(), "TEL");
    if (!json) {
        return tl::unexpected(json.error().front());
    }
    NamesMade names;
    names.e.form = "JSON, UTF-8";
    const Json& root = json->root();
    const TelemetryMap none;
    if (auto read = readRedfish(text, none, 0.0, file.string()); !read) {
        return tl::unexpected(std::move(read.error()));
    }
    if (const auto metrics = root.find("MetricValues");
        metrics != root.end() && metrics->is_array()) {
        addReport(*metrics, options, names);
    } else {
        walk(root, RedfishPlace::of(root), names);
    }
    return names.take();
}

}  // namespace headroom::engine
