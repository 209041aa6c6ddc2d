// SPDX-License-Identifier: Apache-2.0
#include "engine/report/format.h"
#include "engine/report/sections.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace headroom::engine::report {
namespace {

// What a key of the summary is. `channel`: the facility channel whose `why` explains it.
struct Figure {
    std::string_view key;
    std::string_view label;
    std::string_view unit;
    double factor;  // value in the summary times factor, in `unit`
    std::string_view channel;
    std::string_view why;
};

constexpr std::array kFigures{
    Figure{"simulated_s", "Simulated time", "duration", 1.0, "",
           "From the start to the last step."},
    Figure{"wall_s", "Computing time", "duration", 1.0, "", "Real time that the run took."},
    Figure{"accelerators", "Accelerators", "", 1.0, "", "All that the project's racks hold."},
    Figure{"it_energy_kwh", "IT energy", "kWh", 1.0, "it_energy_mwh", ""},
    Figure{"facility_energy_kwh", "Facility energy", "kWh", 1.0, "facility_energy_mwh", ""},
    Figure{"pue", "PUE", "", 1.0, "cumulative_pue", "Facility energy over IT energy."},
    Figure{"wue_l_per_kwh", "WUE", "L/kWh", 1.0, "wue_l_per_kwh", ""},
    Figure{"utilization", "Utilisation", "%", 100.0, "",
           "Accelerator time with a running job over all accelerator time."},
    Figure{"goodput", "Goodput", "%", 100.0, "goodput_pct", ""},
    Figure{"ettr", "Effective training time", "%", 100.0, "",
           "Mean share of wall time in which a running job trains."},
    Figure{"mfu", "Model FLOP utilisation", "%", 100.0, "",
           "FLOP that the models need over the peak FLOP of their accelerators, over wall time."},
    Figure{"tokens", "Tokens trained", "tokens", 1.0, "tokens", ""},
    Figure{"it_power_mean_kw", "Mean IT power", "kW", 1.0, "it_power_kw", ""},
    Figure{"it_power_peak_kw", "Peak IT power", "kW", 1.0, "it_power_kw", ""},
    Figure{"facility_power_peak_kw", "Peak facility power", "kW", 1.0, "facility_power_kw", ""},
    Figure{"carbon_kg", "Carbon", "t", 1e-3, "carbon_t", ""},
    Figure{"worst_energy_imbalance", "Worst energy imbalance", "", 1.0, "energy_imbalance", ""},
};

// Units by the suffix of keys that have no row above: a summary grows.
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

// "peak_it_power" → "Peak IT power".
std::string readable(std::string_view key) {
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

std::string whyOf(const Recording& recording, std::string_view channel, std::string_view other) {
    const RecordedChannel* found = facilityChannel(recording, channel);
    return found == nullptr || found->why.empty() ? std::string(other) : found->why;
}

std::string shown(double value, std::string_view unit) {
    return unit == "duration" ? durationText(value) : quantityText(value, unit);
}

Row rowOf(const Recording& recording, const std::string& key, double value) {
    for (const Figure& figure : kFigures) {
        if (figure.key == key) {
            return {std::string(figure.label), shown(value * figure.factor, figure.unit),
                    whyOf(recording, figure.channel, figure.why)};
        }
    }
    const std::string why = whyOf(recording, key, "");
    for (const Suffix& suffix : kSuffixes) {
        if (key.ends_with(suffix.suffix) && key.size() > suffix.suffix.size()) {
            const std::string name = key.substr(0, key.size() - suffix.suffix.size());
            return {readable(name), shown(value * suffix.factor, suffix.unit), why};
        }
    }
    return {readable(key), shown(value, ""), why};
}

std::string tile(const std::string& label, const std::string& value) {
    return "<div class=\"tile\"><span>" + escaped(label) + "</span><b>" + escaped(value) +
           "</b></div>\n";
}

// A small table of one nested object: jobs, failures, cost.
std::string nestedHtml(const Recording& recording, const std::string& key, const Json& object) {
    std::string rows;
    for (const auto& [name, value] : object.items()) {
        if (!value.is_number()) {
            continue;
        }
        // Keys inside an object may lean on its name for their unit: cost {"energy_usd"}.
        Row row = rowOf(recording, name, value.get<double>());
        const std::size_t unit = key.rfind('_');
        if (unit != std::string::npos && row.value == quantityText(value.get<double>(), "")) {
            row.value = rowOf(recording, name + key.substr(unit), value.get<double>()).value;
        }
        rows += "<tr><td>" + escaped(row.label) + "</td><td class=\"number\">" +
                escaped(row.value) + "</td></tr>\n";
    }
    if (rows.empty()) {
        rows = "<tr><td class=\"why\">none</td></tr>\n";
    }
    std::string_view title = key;
    for (const Suffix& suffix : kSuffixes) {
        if (title.ends_with(suffix.suffix)) {
            title.remove_suffix(suffix.suffix.size());
            break;
        }
    }
    return "<div class=\"table\"><table><thead><tr><th colspan=\"2\">" + escaped(readable(title)) +
           "</th></tr></thead><tbody>\n" + rows + "</tbody></table></div>\n";
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

std::string tilesHtml(const Recording& recording, const Json& summary) {
    static constexpr std::array keys{
        "pue",           "utilization", "goodput",  "it_energy_kwh", "facility_energy_kwh",
        "wue_l_per_kwh", "tokens",      "carbon_kg"};
    // Of a run that did not finish: the last values of the channels that say the same.
    static constexpr std::array channels{
        "cumulative_pue",      "utilization_pct", "goodput_pct", "it_energy_mwh",
        "facility_energy_mwh", "wue_l_per_kwh",   "tokens",      "carbon_t"};
    std::string tiles;
    for (std::size_t i = 0; i < keys.size(); ++i) {
        if (summary.contains(keys[i]) && summary[keys[i]].is_number()) {
            const Row row = rowOf(recording, keys[i], summary[keys[i]].get<double>());
            tiles += tile(row.label, row.value);
        } else if (const RecordedChannel* channel = facilityChannel(recording, channels[i])) {
            const Result<Series> series = recording.series(channel->name);
            if (series && !series->value.empty()) {
                tiles += tile(channel->label, quantityText(series->value.back(), channel->unit));
            }
        }
    }
    if (summary.contains("cost") && summary["cost"].is_object()) {
        double sum = 0.0;
        bool found = false;
        for (const auto& [key, value] : summary["cost"].items()) {
            // A total, where the run states one, is the cost; otherwise the parts add up to it.
            if (value.is_number() && key.starts_with("total")) {
                sum = value.get<double>();
                found = true;
                break;
            }
            if (value.is_number() && key.ends_with("_usd")) {
                sum += value.get<double>();
                found = true;
            }
        }
        if (found) {
            tiles += tile("Cost", quantityText(sum, "USD"));
        }
    }
    return tiles.empty() ? "" : "<div class=\"tiles\">\n" + tiles + "</div>\n";
}

std::string summaryHtml(const Recording& recording, const Json& summary) {
    if (!summary.is_object()) {
        return {};
    }
    std::string rows;
    std::string nested;
    for (const auto& [key, value] : summary.items()) {
        if (value.is_object()) {
            nested += nestedHtml(recording, key, value);
        } else if (value.is_number() && key != "seed") {
            const Row row = rowOf(recording, key, value.get<double>());
            rows += "<tr><td class=\"name\">" + escaped(row.label) + "</td><td class=\"number\">" +
                    escaped(row.value) + "</td><td class=\"why\">" + escaped(row.why) +
                    "</td></tr>\n";
        }
    }
    return "<section><h2>Summary</h2>\n<div class=\"table\"><table><thead><tr><th>Figure</th>"
           "<th class=\"number\">Value</th><th>How it comes about</th></tr></thead><tbody>\n" +
           rows + "</tbody></table></div>\n<div class=\"side\">\n" + nested + "</div></section>\n";
}

}  // namespace headroom::engine::report
