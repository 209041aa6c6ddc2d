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

namespace headroom::engine {

namespace {

using Json = nlohmann::json;

constexpr std::size_t kMostNames = 200;

/// Columns are the names that a map uses; the only row of values is the first of each.
struct NamesMade {
    Explanation e;
    std::size_t left = 0;

    void add(std::string name, std::string value) {
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

Result<Explanation> explainPrometheus(const std::filesystem::path& file, const std::string& text, const ExplainOptions& options) {
    const Json root = parseJson<Json>(text);
    const TelemetryMap none;
    if (auto read = readPrometheusAnswer(text, none, file.string()); !read) {
        return tl::unexpected(std::move(read.error()));
    }
    NamesMade names;
    names.e.form = "JSON, UTF-8";
    SeriesStep whole;
    for (const Json& one : root["data"]["result"]) {
        if (!one.is_object() || !one.contains("metric")) {
            continue;
        }
        SeriesStep step;
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
    return names.take();
}

Result<Explanation> explainExposition(const std::filesystem::path& /*file*/, const std::string& text, const ExplainOptions& /*options*/) {
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

}  // namespace

Result<Explanation> explainRedfish(const std::filesystem::path& file, const std::string& text, const ExplainOptions& /*options*/) {
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
    walk(root, RedfishPlace::of(root), names);
    return names.take();
}

}  // namespace headroom::engine
