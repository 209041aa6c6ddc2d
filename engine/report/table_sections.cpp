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
std::vector<Text> whereFromOf(const std::string& channel) {
    const ChannelName name = ChannelName::parse(channel);
    return name.place.empty() ? std::vector<Text>() : whereFrom(name.place, name.key);
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

/// Without rows if the run has no such objects.
Result<Table> objectTable(const Recording& recording, std::string_view place) {
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
    Table grid({{"", CellKind::Name}});
    grid.isLong = true;
    for (const std::string& key : keys) {
        grid.columns.push_back({columns[key]->label, CellKind::Number, columns[key]->why});
    }
    const PartNames names = PartNames::ofText(recording.info().projectText);
    for (const std::string& object : objects) {
        std::vector<TableCell> cells{names.nameOf(object)};
        for (const std::string& key : keys) {
            const auto channel = table.find({object, key});
            if (channel == table.end()) {
                cells.emplace_back("");
                continue;
            }
            const Result<Series> series = recording.series(channel->second->name);
            if (!series) {
                return tl::unexpected(series.error());
            }
            const Statistics s = statisticsOf(*series);
            Text text(quantityText(s.mean, channel->second->unit));
            text.newLine().add("max " + quantityText(s.largest, channel->second->unit),
                               TextRun::Look::Small);
            cells.emplace_back(std::move(text));
        }
        grid.row(std::move(cells));
    }
    return grid;
}

}  // namespace

Result<Section> quantitiesSection(const Recording& recording) {
    Table table({{"Quantity", CellKind::Name},
                 {"Least", CellKind::Number},
                 {"Mean", CellKind::Number},
                 {"Largest", CellKind::Number},
                 {"Last", CellKind::Number},
                 {"How it comes about", CellKind::Why}});
    for (const RecordedChannel& channel : recording.channels()) {
        if (!channel.name.starts_with("facility/")) {
            continue;
        }
        const Result<Series> series = recording.series(channel.name);
        if (!series) {
            return tl::unexpected(series.error());
        }
        const Statistics s = statisticsOf(*series);
        TableCell why(channel.why);
        why.origin = whereFromOf(channel.name);
        table.row({channel.label, quantityText(s.least, channel.unit),
                   quantityText(s.mean, channel.unit), quantityText(s.largest, channel.unit),
                   quantityText(s.last, channel.unit), why});
    }
    Section section{"Quantities of the facility"};
    if (!table.empty()) {
        section.blocks += std::move(table);
    }
    return section;
}

Result<Section> objectsSection(const Recording& recording) {
    static constexpr std::array<std::pair<const char*, const char*>, 4> groups{
        {{"hall", "Halls"},
         {"cdu", "CDU groups"},
         {"loop", "Cooling loops"},
         {"battery", "External batteries"}}};
    Blocks tables;
    for (const auto& [group, title] : groups) {
        Result<Table> table = objectTable(recording, group);
        if (!table) {
            return tl::unexpected(table.error());
        }
        if (!table->empty()) {
            Fold fold{std::string(title) + " (" + std::to_string(table->rows.size()) + ")"};
            fold.blocks += std::move(*table);
            tables += std::move(fold);
        }
    }
    Section section{"Halls and cooling"};
    if (!tables.empty()) {
        section.blocks += note("Mean and largest value of the run.");
        section.blocks += std::move(tables);
    }
    return section;
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

Result<Section> eventsSection(const Recording& recording) {
    const Result<std::vector<Event>> events = recording.events();
    if (!events) {
        return tl::unexpected(events.error());
    }
    Section section{"Events"};
    if (events->empty()) {
        section.blocks += note("None.");
        return section;
    }
    std::map<EventKind, std::size_t> counts;
    for (const Event& event : *events) {
        ++counts[event.kind];
    }
    Tiles tiles;
    for (const auto& [kind, count] : counts) {
        tiles.tiles.emplace_back(eventKindName(kind), shownNumber(static_cast<double>(count)));
    }
    Table table({{"Local time", CellKind::Name},
                 {"Kind", CellKind::Name},
                 {"Subject", CellKind::Name},
                 {"Event"}});
    table.isLong = true;
    const PartNames names = PartNames::ofText(recording.info().projectText);
    const std::vector<EventRun> runs = alikeRuns(*events);
    const std::size_t first = runs.size() - std::min(kEventsShown, runs.size());
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
        table.row(
            {time.substr(0, 19), eventKindName(event.kind), subject, std::string(event.text)});
    }
    const std::size_t shown = first == 0 ? events->size() : events->size() - runs[first].first;
    const std::string all = shownNumber(static_cast<double>(events->size()));
    section.blocks += std::move(tiles);
    section.blocks +=
        note((first == 0 ? "All " + all
                         : "The last " + shownNumber(static_cast<double>(shown)) + " of " + all) +
             ", newest first; what happened alike to several at once is one line. An export of the "
             "recording holds them all.");
    section.blocks += std::move(table);
    return section;
}

}  // namespace headroom::engine::report
