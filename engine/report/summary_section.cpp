// SPDX-License-Identifier: Apache-2.0
#include "engine/figures/figures.h"
#include "engine/report/format.h"
#include "engine/report/sections.h"
#include "engine/report/where_from.h"
#include "engine/run/run_sums.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace headroom::engine::report {
namespace {

// Units by the suffix of keys that are not a figure of the table: a summary grows.
struct Suffix {
    std::string_view suffix;
    std::string_view unit;
    double factor;
};

constexpr std::array kSuffixes{
    Suffix{"_l_per_kwh", "L/kWh", 1.0},
    Suffix{"_tokens_per_s", "tokens/s", 1.0},
    Suffix{"_kwh", "kWh", 1.0},
    Suffix{"_mwh", "MWh", 1.0},
    Suffix{"_kw", "kW", 1.0},
    Suffix{"_mw", "MW", 1.0},
    Suffix{"_w", "W", 1.0},
    Suffix{"_c", "°C", 1.0},
    Suffix{"_s", "s", 1.0},
    Suffix{"_kg", "t", 1e-3},
    Suffix{"_t", "t", 1.0},
    Suffix{"_usd", "USD", 1.0},
    Suffix{"_m3", "m³", 1.0},
    Suffix{"_pct", "%", 1.0},
    Suffix{"_per_hour", "1/h", 1.0},
};

struct Row {
    std::string label;
    std::string value;
    std::string why;
};

/// Meaning of a key where its words alone do not explain it.
struct Wording {
    std::string_view key, words;
};

constexpr std::array kWordings{
    Wording{"wait", "Time in the queue, of jobs that started"},
    Wording{"jct", "Time from submission to completion"},
    Wording{"slowdown", "Time to completion over run time"},
    Wording{"p90", "90 % are within"},
    Wording{"p99", "99 % are within"},
    Wording{"count", "Jobs"},
    Wording{"failures", "Random failures"},
    Wording{"lost", "Lost by interruptions"},
    Wording{"out_accelerator", "Accelerator hours out"},
    Wording{"lemons", "Servers that fail again and again"},
    Wording{"averted", "Averted by replacing in time"},
    Wording{"left_out", "Left out of the list"},
    Wording{"jct_h", "Time from submission to completion"},
};

// "peak_it_power" → "Peak IT power".
std::string readable(std::string_view key) {
    for (const Wording& known : kWordings) {
        if (known.key == key) {
            return std::string(known.words);
        }
    }
    static constexpr std::array trade{"cdu", "crah", "ettr", "it", "mfu",
                                      "pdu", "psu",  "pue",  "ups"};
    std::string text;
    std::size_t first = 0;
    while (first <= key.size()) {
        const std::size_t end = std::min(key.find('_', first), key.size());
        std::string word(key.substr(first, end - first));
        const bool shout = std::find(trade.begin(), trade.end(), word) != trade.end();
        for (std::size_t i = 0; i < word.size(); ++i) {
            const bool upper = shout || (i == 0 && text.empty());
            if (upper && word[i] >= 'a' && word[i] <= 'z') {
                word[i] = static_cast<char>(word[i] - 'a' + 'A');
            }
        }
        text += text.empty() ? "" : " ";
        text += word;
        first = end + 1;
    }
    return text;
}

Row rowOf(const Figure& figure, double si) {
    // Counts and levels as the report writes numbers; a time in its longest units.
    return {std::string(figure.label),
            figure.unit.symbol == "s" ? durationText(si)
            : std::isnan(si)          ? quantityText(si, "")
                                      : quantityText(si / figure.shown.toSi, figure.shown.symbol),
            std::string(figure.why)};
}

// A number of the summary: a figure of the table, or else what its key says.
Row rowOf(const Recording& recording, const std::string& key, double value) {
    if (const Figure* figure = figureNamed(key)) {
        return rowOf(*figure, value * figure->unit.toSi);
    }
    if (key == "wall_s") {
        return {"Computing time", durationText(value), "Real time that the run took."};
    }
    if (key == "faults.availability") {
        return {"Not out for repair of faults", quantityText(100.0 * value, "%"),
                "Trips, lost power and cut networks are not faults: see accelerators in service."};
    }
    const RecordedChannel* channel = facilityChannel(recording, key);
    const std::string why = channel == nullptr ? "" : channel->why;
    const std::string own = key.substr(key.find('.') + 1);
    for (const Suffix& suffix : kSuffixes) {
        if (own.ends_with(suffix.suffix) && own.size() > suffix.suffix.size()) {
            const std::string name = own.substr(0, own.size() - suffix.suffix.size());
            std::string label = readable(name);
            if (suffix.unit == "USD" && label.find("ost") == std::string::npos) {
                label += ", cost";  // next to an energy of the same name
            }
            return {label, quantityText(value * suffix.factor, suffix.unit), why};
        }
    }
    return {readable(own), quantityText(value, ""), why};
}

// A small table of one nested object: jobs, failures, cost.
Table nestedTable(const Recording& recording, const std::string& key, const Json& object) {
    Table table({{"", CellKind::Words}, {"", CellKind::Number}});
    int none = 0;
    for (const auto& [name, value] : object.items()) {
        if (!value.is_number()) {
            continue;
        }
        if (key == "failures" && value == 0.0) {
            ++none;  // one row tells of all kinds that did not fail
            continue;
        }
        // Keys inside an object may lean on its name for their unit: cost {"energy_usd"}.
        Row row = rowOf(recording, fmt::format("{}.{}", key, name), value.get<double>());
        const std::size_t unit = key.rfind('_');
        if (unit != std::string::npos && name != "count" &&
            row.value == quantityText(value.get<double>(), "")) {
            row.value = rowOf(recording, name + key.substr(unit), value.get<double>()).value;
        }
        table.row({row.label, row.value});
    }
    if (none > 0) {
        table.row({{"Kinds of which none happened", CellKind::Why}, std::to_string(none)});
    }
    if (table.empty()) {
        table.row({{"none", CellKind::Why}});
    }
    std::string_view title = key;
    for (const Suffix& suffix : kSuffixes) {
        if (title.ends_with(suffix.suffix)) {
            title.remove_suffix(suffix.suffix.size());
            break;
        }
    }
    table.title = readable(title);
    return table;
}

}  // namespace

const RecordedChannel* facilityChannel(const Recording& recording, std::string_view key) {
    for (const RecordedChannel& channel : recording.channels()) {
        if (channel.name.starts_with("facility/") &&
            std::string_view(channel.name).substr(9) == key) {
            return &channel;
        }
    }
    return nullptr;
}

namespace {

/// Last values of the channels of a run.
Sums lastSums(const Recording& recording) {
    return sumsSinceStart([&](FacilityQuantity quantity) {
        const RecordedChannel* channel = facilityChannel(recording, infoOf(quantity).key);
        const Result<Series> series =
            channel == nullptr ? tl::unexpected(Error{}) : recording.series(channel->name);
        return series && !series->value.empty() ? series->value.back() * infoOf(quantity).unit.toSi
                                                : models::kNotStated;
    });
}

}  // namespace

Tiles headTiles(const Recording& recording, const Json& summary) {
    const Sums last = lastSums(recording);  // of a run that did not finish
    Tiles tiles;
    for (const Figure* figure : figuresIn(kAsTile)) {
        const std::size_t dot = figure->key.find('.');
        const std::string head(figure->key.substr(0, dot));
        const Json* at = summary.contains(head) ? &summary[head] : nullptr;
        if (at != nullptr && dot != std::string_view::npos) {
            const std::string tail(figure->key.substr(dot + 1));
            at = at->contains(tail) ? &(*at)[tail] : nullptr;
        }
        const double value = at != nullptr && at->is_number()
                                 ? at->get<double>() * figure->unit.toSi
                                 : figure->value(last);
        if (at != nullptr ? at->is_number() : std::isfinite(value)) {
            const Row row = rowOf(*figure, value);
            tiles.tiles.emplace_back(row.label, row.value);
        }
    }
    return tiles;
}

namespace {

/// " (1.05e+06 to 1.5e+06 tokens/s)": the 90 % interval of a figure that has one.
std::string intervalText(const Recording& recording, const Json& summary, const std::string& key) {
    // Interval by all causes together where they were asked for, else by the models alone.
    auto intervals = summary.find("certainty");
    if (intervals == summary.end() || !intervals->is_object() || !intervals->contains(key)) {
        intervals = summary.find("intervals");
    }
    if (intervals == summary.end() || !intervals->is_object() || !intervals->contains(key)) {
        return {};
    }
    const Json& interval = (*intervals)[key];
    if (!interval.is_object() || !interval.contains("low") || !interval.contains("high") ||
        !interval["low"].is_number() || !interval["high"].is_number()) {
        return {};
    }
    return " (90 %: " + rowOf(recording, key, interval["low"].get<double>()).value + " to " +
           rowOf(recording, key, interval["high"].get<double>()).value + ")";
}

}  // namespace

Section summarySection(const Recording& recording, const Json& summary) {
    if (!summary.is_object()) {
        return {};
    }
    const Sums last = lastSums(recording);
    Table table({{"Figure", CellKind::Name},
                 {"Value", CellKind::Number},
                 {"How it comes about", CellKind::Why}});
    SideTables nested;
    for (const auto& [key, value] : summary.items()) {
        if (key == "intervals" || key == "certainty") {
            continue;  // next to the figures that have one, and in a section of its own
        }
        if (value.is_object()) {
            nested.tables.push_back(nestedTable(recording, key, value));
        } else if (value.is_number() && key != "seed") {
            const Row row = rowOf(recording, key, value.get<double>());
            const Figure* figure = figureNamed(key);
            TableCell why(row.why);
            why.origin = figure != nullptr ? whereFrom(*figure, last) : whereFrom("facility", key);
            table.row({row.label, row.value + intervalText(recording, summary, key), why});
        }
    }
    Section section{"Summary"};
    section.blocks += std::move(table);
    section.blocks += std::move(nested);
    return section;
}

}  // namespace headroom::engine::report
