// SPDX-License-Identifier: Apache-2.0
#include "engine/base/json.h"
#include "engine/compare/shown.h"
#include "engine/sheet/sheet_text.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace headroom::engine {

namespace {

using OrderedJson = nlohmann::ordered_json;

constexpr std::size_t kWidest = 40;  ///< of a column of text

/// The first columns to the left, the others to the right.
std::string columns(const std::vector<std::vector<std::string>>& rows, std::size_t leftColumns) {
    std::vector<bool> toRight(rows.front().size(), true);
    std::fill_n(toRight.begin(), std::min(leftColumns, toRight.size()), false);
    return alignedText(rows, toRight);
}

/// "Failure": in words, cut where it is long.
std::string cut(const std::string& text) {
    if (characters(text) <= kWidest) {
        return text;
    }
    std::size_t bytes = 0, seen = 0;
    for (; bytes < text.size() && seen < kWidest - 1; ++bytes) {
        seen += (text[bytes] & 0xC0) != 0x80 ? 1 : 0;
    }
    while (bytes < text.size() && (text[bytes] & 0xC0) == 0x80) {
        ++bytes;
    }
    return text.substr(0, bytes) + "…";
}

std::string figuresText(const Comparison& c, const std::vector<FigureLine>& lines,
                        const char* title) {
    if (lines.empty()) {
        return {};
    }
    std::vector<std::vector<std::string>> rows{{title}};
    for (std::size_t i = 0; i < c.names.size(); ++i) {
        rows.front().push_back(cut(c.names[i]));
        if (i != c.baseline) {
            rows.front().emplace_back("difference");
        }
    }
    std::size_t nothing = 0;
    for (const FigureLine& line : lines) {
        if (std::all_of(line.values.begin(), line.values.end(),
                        [](double v) { return v == 0.0; })) {
            ++nothing;
            continue;
        }
        std::vector<std::string> row{std::string(line.figure->label)};
        for (std::size_t i = 0; i < c.names.size(); ++i) {
            const std::string interval = intervalText(line, i);
            row.push_back(std::isnan(line.values[i])
                              ? "–"
                              : figureText(*line.figure, line.values[i]) +
                                    (interval.empty() ? "" : " (" + interval + ")") +
                                    (line.best == static_cast<int>(i) ? " *" : "  "));
            if (i != c.baseline) {
                row.push_back(differenceText(line, c.baseline, i));
            }
        }
        rows.push_back(std::move(row));
    }
    return columns(rows, 1) +
           (nothing > 0 ? fmt::format("  and {} that are 0 in all\n", nothing) : "") + '\n';
}

std::string inputsText(const Comparison& c) {
    if (c.inputs.empty()) {
        return "Inputs: equal.\n\n";
    }
    std::vector<std::vector<std::string>> rows{{"Inputs", "attribute", ""}};
    for (const std::string& name : c.names) {
        rows.front().push_back(cut(name));
    }
    for (const InputLine& line : c.inputs) {
        std::vector<std::string> row{line.name, line.label.empty() ? line.type : line.label,
                                     line.unit};
        for (const std::string& value : line.values) {
            row.push_back(value.empty() ? "–" : cut(value));
        }
        rows.push_back(std::move(row));
    }
    return columns(rows, 3) + '\n';
}

std::string eventsText(const Comparison& c) {
    if (c.sameUntilS.empty()) {
        return {};
    }
    std::string out;
    for (const std::string& sentence : sameUntilText(c)) {
        out += sentence + '\n';
    }
    if (c.eventCounts.empty() && c.events.empty()) {
        return out;
    }
    std::vector<std::vector<std::string>> rows{{"Events", "area"}};
    for (const std::string& name : c.names) {
        rows.front().push_back(cut(name));
    }
    for (const EventCount& count : c.eventCounts) {
        std::vector<std::string> row{eventKindName(count.kind), eventAreaName(count.area)};
        for (const std::int64_t n : count.counts) {
            row.push_back(std::to_string(n));
        }
        rows.push_back(std::move(row));
    }
    out += columns(rows, 2) + '\n';
    rows = {{"Events, with the time of the first", ""}};
    for (const std::string& name : c.names) {
        rows.front().push_back(cut(name));
    }
    for (const EventLine& line : c.events) {
        std::vector<std::string> row{cut(line.name), cut(line.text)};
        for (std::size_t i = 0; i < line.counts.size(); ++i) {
            row.push_back(
                line.counts[i] == 0 ? "never"
                : line.counts[i] > 1
                    ? fmt::format("{} ({} times)", whenText(line.firstS[i]), line.counts[i])
                    : whenText(line.firstS[i]));
        }
        rows.push_back(std::move(row));
    }
    if (rows.size() > 1) {
        out += columns(rows, 2);
    }
    if (c.eventsLeft > 0) {
        out += fmt::format("  and {} more\n", c.eventsLeft);
    }
    return out;
}

OrderedJson figuresJson(const std::vector<FigureLine>& lines, const Comparison& c) {
    OrderedJson all = OrderedJson::array();
    for (const FigureLine& line : lines) {
        const double toSi = line.figure->unit.toSi;
        OrderedJson values = OrderedJson::array(), differences = OrderedJson::array(),
                    intervals = OrderedJson::array();
        for (const Interval& interval : line.intervals) {
            intervals.push_back(
                std::isnan(interval.low)
                    ? OrderedJson()
                    : OrderedJson{{"low", interval.low / toSi}, {"high", interval.high / toSi}});
        }
        for (const double value : line.values) {
            values.push_back(value / toSi);
            differences.push_back((value - line.values[c.baseline]) / toSi);
        }
        all.push_back({{"key", line.figure->key},
                       {"label", line.figure->label},
                       {"unit", line.figure->unit.symbol},
                       {"better", line.figure->better == Better::Less   ? "less"
                                  : line.figure->better == Better::More ? "more"
                                                                        : "neither"},
                       {"values", values},
                       {"differences", differences},
                       {"intervals", intervals},
                       {"best", line.best < 0 ? OrderedJson() : OrderedJson(line.best)}});
    }
    return all;
}

}  // namespace

std::string differenceText(const FigureLine& line, std::size_t baseline, std::size_t candidate) {
    const double from = line.values[baseline], to = line.values[candidate];
    if (candidate == baseline || std::isnan(from) || std::isnan(to)) {
        return {};
    }
    if (from == to) {
        return "=";
    }
    const double difference = to - from;
    const std::string sign = difference < 0.0 ? "−" : "+";
    std::string text = sign + figureText(*line.figure, std::abs(difference));
    if (line.figure->shown.symbol == "%") {
        // A difference of shares is in percentage points; a share of it would be read as the same unit.
        return text.substr(0, text.rfind(' ')) + " points";
    }
    if (from != 0.0 && line.figure->unit.symbol != "°C") {
        text += fmt::format(" ({}{:.2f} %)", sign, 100.0 * std::abs(difference / from));
    }
    return text;
}

std::string intervalText(const FigureLine& line, std::size_t candidate) {
    if (candidate >= line.intervals.size() || std::isnan(line.intervals[candidate].low) ||
        std::isnan(line.intervals[candidate].high)) {
        return {};
    }
    const double unit = line.figure->shown.toSi;
    return fmt::format("90 %: {:.3g} to {:.3g}", line.intervals[candidate].low / unit,
                       line.intervals[candidate].high / unit);
}

std::string whenText(double timeS) {
    if (std::isnan(timeS)) {
        return {};
    }
    const auto s = std::llround(std::max(0.0, timeS));
    const std::string days = s < 86400 ? "" : fmt::format("{} d ", s / 86400);
    return days + fmt::format("{:02}:{:02}:{:02}", s % 86400 / 3600, s % 3600 / 60, s % 60);
}

std::vector<std::string> sameUntilText(const Comparison& c) {
    std::vector<std::string> sentences;
    for (std::size_t i = 0; i < c.sameUntilS.size(); ++i) {
        if (i != c.baseline) {
            sentences.push_back(std::isnan(c.sameUntilS[i])
                                    ? fmt::format("{} and {} have the same events.",
                                                  c.names[c.baseline], c.names[i])
                                    : fmt::format("{} and {} have the same events until {}.",
                                                  c.names[c.baseline], c.names[i],
                                                  whenText(c.sameUntilS[i])));
        }
    }
    return sentences;
}

std::string comparisonText(const Comparison& c) {
    std::string out;
    for (const std::string& remark : c.remarks) {
        out += remark + '\n';
    }
    out += c.remarks.empty() ? "" : "\n";
    out += figuresText(c, c.run, "Runs");
    out += figuresText(c, c.design, "At the design point");
    out += figuresText(c, c.money, "A year's cost and carbon");
    out += "* best of them. Differences are against " + c.names[c.baseline] + ".\n\n";
    return out + inputsText(c) + eventsText(c);
}

std::string comparisonJson(const Comparison& c) {
    OrderedJson inputs = OrderedJson::array(), counts = OrderedJson::array(),
                events = OrderedJson::array(), same = OrderedJson::array();
    for (const InputLine& line : c.inputs) {
        OrderedJson values = OrderedJson::array();
        for (const std::string& value : line.values) {
            values.push_back(value.empty() ? OrderedJson() : OrderedJson(value));
        }
        inputs.push_back({{"object", line.object},
                          {"type", line.type},
                          {"attribute", line.key.empty() ? OrderedJson() : OrderedJson(line.key)},
                          {"label", line.label},
                          {"unit", line.unit},
                          {"values", values}});
    }
    for (const EventCount& count : c.eventCounts) {
        counts.push_back({{"kind", eventKindName(count.kind)},
                          {"area", eventAreaName(count.area)},
                          {"counts", count.counts}});
    }
    for (const EventLine& line : c.events) {
        OrderedJson first = OrderedJson::array();
        for (const double s : line.firstS) {
            first.push_back(s);
        }
        events.push_back({{"kind", eventKindName(line.kind)},
                          {"subject", line.subject},
                          {"text", line.text},
                          {"counts", line.counts},
                          {"first_s", first}});
    }
    for (const double s : c.sameUntilS) {
        same.push_back(s);
    }
    const OrderedJson told{{"names", c.names},
                           {"baseline", c.baseline},
                           {"remarks", c.remarks},
                           {"run", figuresJson(c.run, c)},
                           {"design", figuresJson(c.design, c)},
                           {"money", figuresJson(c.money, c)},
                           {"inputs", inputs},
                           {"event_counts", counts},
                           {"events", events},
                           {"events_left", c.eventsLeft},
                           {"same_events_until_s", same}};
    return jsonText(told, 2) + "\n";
}

Sheet comparisonSheet(const Comparison& c) {
    Sheet sheet{
        "Figures", "Figures", "Differences are against " + c.names[c.baseline] + '.', {}, {}};
    for (const char* key : {"of", "key", "label", "unit"}) {
        sheet.columns.push_back({.key = key, .label = key});
    }
    for (const std::string& name : c.names) {
        sheet.columns.push_back({.label = name});
    }
    sheet.columns.push_back({.key = "best", .label = "best"});
    const auto add = [&](const char* of, const std::vector<FigureLine>& lines) {
        for (const FigureLine& line : lines) {
            std::vector<SheetCell>& row = sheet.rows.emplace_back();
            row = {of, std::string(line.figure->key), std::string(line.figure->label),
                   std::string(line.figure->unit.symbol)};
            for (const double value : line.values) {
                row.emplace_back(value / line.figure->unit.toSi);
            }
            row.push_back(line.best < 0 ? SheetCell()
                                        : SheetCell(c.names[static_cast<std::size_t>(line.best)]));
        }
    };
    add("run", c.run);
    add("design", c.design);
    add("money", c.money);
    return sheet;
}

}  // namespace headroom::engine
