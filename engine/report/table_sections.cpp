// SPDX-License-Identifier: Apache-2.0
#include "engine/document/part_names.h"
#include "engine/part/part_address.h"
#include "engine/report/format.h"
#include "engine/report/sections.h"
#include "engine/report/where_from.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <string>
#include <vector>

namespace headroom::engine::report {
namespace {

/// Channel by its name: "facility/pue", "loop/warm/supply_c".
std::string whereFromOf(const std::string& channel) {
    const ChannelName name = ChannelName::parse(channel);
    return name.place.empty() ? std::string() : whereFrom(name.place, name.key);
}

constexpr std::size_t kEventsShown = 200;  // lines

struct Statistics {
    double least = std::numeric_limits<double>::infinity();
    double largest = -std::numeric_limits<double>::infinity();
    double mean = std::numeric_limits<double>::quiet_NaN();
    double last = std::numeric_limits<double>::quiet_NaN();
};

// Means weigh every sample alike.
Statistics statisticsOf(const Series& series) {
    Statistics result;
    double sum = 0.0;
    std::size_t count = 0;
    for (const double value : series.value) {
        if (std::isfinite(value)) {
            result.least = std::min(result.least, value);
            result.largest = std::max(result.largest, value);
            result.last = value;
            sum += value;
            ++count;
        }
    }
    if (count > 0) {
        result.mean = sum / static_cast<double>(count);
    }
    return result;
}

std::string cell(double value, const std::string& unit) {
    return "<td class=\"number\">" + escaped(quantityText(value, unit)) + "</td>";
}

Result<std::string> objectTable(const Recording& recording, std::string_view place,
                                const std::string& title) {
    std::vector<std::string> objects;
    std::vector<std::string> keys;
    std::map<std::pair<std::string, std::string>, const RecordedChannel*> table;
    std::map<std::string, const RecordedChannel*> columns;
    for (const RecordedChannel& channel : recording.channels()) {
        const ChannelName name = ChannelName::parse(channel.name);
        if (name.place != place || name.object.empty()) {
            continue;
        }
        const std::string key(name.key);
        if (std::find(objects.begin(), objects.end(), channel.object) == objects.end()) {
            objects.push_back(channel.object);
        }
        if (columns.emplace(key, &channel).second) {
            keys.push_back(key);
        }
        table[{channel.object, key}] = &channel;
    }
    if (objects.empty()) {
        return std::string();
    }
    std::string html = "<details><summary>" + escaped(title) + " (" +
                       std::to_string(objects.size()) +
                       ")</summary>\n<div class=\"table scroll\"><table><thead><tr><th></th>";
    for (const std::string& key : keys) {
        html += "<th class=\"number\" title=\"" + escaped(columns[key]->why) + "\">" +
                escaped(columns[key]->label) + "</th>";
    }
    html += "</tr></thead><tbody>\n";
    const PartNames names = PartNames::ofText(recording.info().projectText);
    for (const std::string& object : objects) {
        html += "<tr><td class=\"name\">" + escaped(names.nameOf(object)) + "</td>";
        for (const std::string& key : keys) {
            const auto channel = table.find({object, key});
            if (channel == table.end()) {
                html += "<td></td>";
                continue;
            }
            const Result<Series> series = recording.series(channel->second->name);
            if (!series) {
                return tl::unexpected(series.error());
            }
            const Statistics s = statisticsOf(*series);
            html += "<td class=\"number\">" + escaped(quantityText(s.mean, channel->second->unit)) +
                    "<br><span class=\"note\">max " +
                    escaped(quantityText(s.largest, channel->second->unit)) + "</span></td>";
        }
        html += "</tr>\n";
    }
    return html + "</tbody></table></div></details>\n";
}

}  // namespace

Result<std::string> quantitiesHtml(const Recording& recording) {
    std::string rows;
    for (const RecordedChannel& channel : recording.channels()) {
        if (!channel.name.starts_with("facility/")) {
            continue;
        }
        const Result<Series> series = recording.series(channel.name);
        if (!series) {
            return tl::unexpected(series.error());
        }
        const Statistics s = statisticsOf(*series);
        rows += "<tr><td class=\"name\">" + escaped(channel.label) + "</td>" +
                cell(s.least, channel.unit) + cell(s.mean, channel.unit) +
                cell(s.largest, channel.unit) + cell(s.last, channel.unit) + "<td class=\"why\">" +
                escaped(channel.why) + whereFromOf(channel.name) + "</td></tr>\n";
    }
    if (rows.empty()) {
        return rows;
    }
    return "<section><h2>Quantities of the facility</h2>\n<div class=\"table\"><table><thead><tr>"
           "<th>Quantity</th><th class=\"number\">Least</th><th class=\"number\">Mean</th>"
           "<th class=\"number\">Largest</th><th class=\"number\">Last</th>"
           "<th>How it comes about</th></tr></thead><tbody>\n" +
           rows + "</tbody></table></div></section>\n";
}

Result<std::string> objectsHtml(const Recording& recording) {
    static constexpr std::array<std::pair<const char*, const char*>, 4> groups{
        {{"hall", "Halls"},
         {"cdu", "CDU groups"},
         {"loop", "Cooling loops"},
         {"battery", "External batteries"}}};
    std::string tables;
    for (const auto& [group, title] : groups) {
        Result<std::string> table = objectTable(recording, group, title);
        if (!table) {
            return table;
        }
        tables += *table;
    }
    if (tables.empty()) {
        return tables;
    }
    return "<section><h2>Halls and cooling</h2>\n<p class=\"note\">Mean and largest value of the "
           "run.</p>\n" +
           tables + "</section>\n";
}

namespace {

/// Events that follow each other and say the same of one instant: 64 servers that come back.
struct EventRun {
    std::size_t first = 0, count = 1;
};

std::vector<EventRun> alikeRuns(const std::vector<Event>& events) {
    std::vector<EventRun> runs;
    for (std::size_t i = 0; i < events.size(); ++i) {
        const Event* before = i == 0 ? nullptr : &events[i - 1];
        if (before != nullptr && before->timeS == events[i].timeS &&
            before->kind == events[i].kind && before->text == events[i].text) {
            ++runs.back().count;
        } else {
            runs.push_back({i, 1});
        }
    }
    return runs;
}

}  // namespace

Result<std::string> eventsHtml(const Recording& recording) {
    const Result<std::vector<Event>> events = recording.events();
    if (!events) {
        return tl::unexpected(events.error());
    }
    if (events->empty()) {
        return std::string("<section><h2>Events</h2><p class=\"note\">None.</p></section>\n");
    }
    std::map<EventKind, std::size_t> counts;
    for (const Event& event : *events) {
        ++counts[event.kind];
    }
    std::string tiles;
    for (const auto& [kind, count] : counts) {
        tiles += "<div class=\"tile\"><span>" + escaped(eventKindName(kind)) + "</span><b>" +
                 shownNumber(static_cast<double>(count)) + "</b></div>\n";
    }
    const PartNames names = PartNames::ofText(recording.info().projectText);
    const std::vector<EventRun> runs = alikeRuns(*events);
    const std::size_t first = runs.size() - std::min(kEventsShown, runs.size());
    std::string rows;
    for (std::size_t i = runs.size(); i-- > first;) {
        const Event& event = (*events)[runs[i].first];
        std::string time = localTime(recording.info().startLocal, event.timeS);
        if (time.empty()) {
            time = durationText(event.timeS);
        }
        const std::string last = (*events)[runs[i].first + runs[i].count - 1].subject;
        const std::string subject = runs[i].count == 1 ? names.nameOf(event.subject)
                                                       : names.nameOf(event.subject) + " to " +
                                                             names.nameOf(last) + " (" +
                                                             std::to_string(runs[i].count) + ")";
        rows += "<tr><td class=\"name\">" + escaped(time.substr(0, 19)) +
                "</td><td class=\"name\">" + escaped(eventKindName(event.kind)) +
                "</td><td class=\"name\">" + escaped(subject) + "</td><td>" + escaped(event.text) +
                "</td></tr>\n";
    }
    const std::size_t shown = first == 0 ? events->size() : events->size() - runs[first].first;
    const std::string all = shownNumber(static_cast<double>(events->size()));
    const std::string title =
        first == 0 ? "All " + all
                   : "The last " + shownNumber(static_cast<double>(shown)) + " of " + all;
    return "<section><h2>Events</h2>\n<div class=\"tiles\">\n" + tiles +
           "</div>\n<p class=\"note\">" + title +
           ", newest first; what happened alike to several at once is one line. An export of the "
           "recording holds them all.</p>\n"
           "<div class=\"table scroll\"><table><thead><tr><th>Local "
           "time</th><th>Kind</th><th>Subject</th>"
           "<th>What happened</th></tr></thead><tbody>\n" +
           rows + "</tbody></table></div></section>\n";
}

}  // namespace headroom::engine::report
