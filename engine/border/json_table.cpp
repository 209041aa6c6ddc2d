// SPDX-License-Identifier: Apache-2.0
#include "engine/border/json_table.h"

#include "engine/base/json.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <utility>

namespace headroom::engine {

namespace {

using Json = nlohmann::json;

constexpr int kDeepest = 6;

std::string scalarText(const Json& value) {
    return value.is_null()     ? std::string()
           : value.is_string() ? value.get<std::string>()
                               : jsonText(value);
}

void flatten(const Json& object, const std::string& prefix, int depth,
             std::vector<std::pair<std::string, std::string>>& flat) {
    for (const auto& [key, value] : object.items()) {
        if (value.is_object() && depth < kDeepest) {
            flatten(value, prefix + key + '.', depth + 1, flat);
        } else {
            flat.emplace_back(prefix + key, scalarText(value));
        }
    }
}

/// Objects of a list, also of lists in it.
void gather(const Json& list, std::vector<const Json*>& objects) {
    for (const Json& one : list) {
        if (one.is_object()) {
            objects.push_back(&one);
        } else if (one.is_array()) {
            gather(one, objects);
        }
    }
}

/// Home Assistant names an entity in the first of its rows only.
void nameAll(JsonTable& table) {
    const auto found = std::find(table.names.begin(), table.names.end(), "entity_id");
    if (found == table.names.end()) {
        return;
    }
    const auto column = static_cast<std::size_t>(found - table.names.begin());
    std::string last;
    for (std::vector<std::string>& row : table.rows) {
        last = row[column].empty() ? last : row[column];
        row[column] = last;
    }
}

void addObjects(const Json& list, JsonTable& best) {
    std::vector<const Json*> objects;
    gather(list, objects);
    if (objects.size() <= best.rows.size() || 2 * objects.size() < list.size()) {
        return;
    }
    JsonTable table;
    table.isFound = true;
    std::map<std::string, std::size_t> places;
    for (const Json* object : objects) {
        std::vector<std::string> row(table.names.size());
        for (auto& [key, text] : flatJson(*object)) {
            const auto [place, isNew] = places.emplace(key, table.names.size());
            if (isNew) {
                table.names.push_back(key);
                row.emplace_back();
            }
            row[place->second] = std::move(text);
        }
        table.rows.push_back(std::move(row));
    }
    for (std::vector<std::string>& row : table.rows) {
        row.resize(table.names.size());
    }
    nameAll(table);
    best = std::move(table);
}

/// {"time": [...], "kw": [...]}.
void addLists(const Json& object, JsonTable& best) {
    JsonTable table;
    std::size_t rows = 0;
    for (const auto& [key, value] : object.items()) {
        const bool isColumn = value.is_array() && !value.empty() && !value.front().is_object() &&
                              !value.front().is_array() && (rows == 0 || value.size() == rows);
        if (isColumn) {
            rows = value.size();
            table.rows.resize(rows);
            table.names.push_back(key);
            for (std::size_t i = 0; i < rows; ++i) {
                table.rows[i].push_back(scalarText(value[i]));
            }
        }
    }
    if (table.names.size() >= 2 && rows > std::max<std::size_t>(1, best.rows.size())) {
        // A text next to the lists is of every row: the unit of energy-charts.info.
        for (const auto& [key, value] : object.items()) {
            if (value.is_string()) {
                table.names.push_back(key);
                for (std::vector<std::string>& row : table.rows) {
                    row.push_back(value.get<std::string>());
                }
            }
        }
        table.isFound = true;
        best = std::move(table);
    }
}

/// {"columns": ["time", "value"], "values": [[1, 2], [3, 4]]}.
bool addColumnsAndValues(const Json& object, JsonTable& best) {
    const auto columns = object.find("columns"), values = object.find("values");
    if (columns == object.end() || values == object.end() || !columns->is_array() ||
        !values->is_array() || values->size() <= best.rows.size()) {
        return false;
    }
    JsonTable table;
    table.isFound = true;
    for (const Json& name : *columns) {
        table.names.push_back(scalarText(name));
    }
    for (const Json& value : *values) {
        std::vector<std::string> row;
        for (std::size_t i = 0; value.is_array() && i < value.size() && i < table.names.size();
             ++i) {
            row.push_back(scalarText(value[i]));
        }
        row.resize(table.names.size());
        table.rows.push_back(std::move(row));
    }
    best = std::move(table);
    return true;
}

void search(const Json& value, int depth, JsonTable& best) {
    if (depth > kDeepest) {
        return;
    }
    if (value.is_array()) {
        addObjects(value, best);
    } else if (value.is_object() && !addColumnsAndValues(value, best)) {
        addLists(value, best);
    }
    if (value.is_structured()) {
        for (const Json& each : value) {
            search(each, depth + 1, best);
        }
    }
}

const Json* member(const Json& object, const char* key) {
    if (!object.is_object()) {
        return nullptr;
    }
    const auto found = object.find(key);
    return found == object.end() ? nullptr : &*found;
}

bool isList(const Json* value) {
    return value != nullptr && value->is_array();
}

/// `{rack="R1"}`: labels of a series as a map of telemetry names them.
std::string labelText(const Json& labels) {
    std::string text;
    for (const auto& [key, value] : labels.items()) {
        text += (text.empty() ? "{" : ",") + key + "=\"" + scalarText(value) + '"';
    }
    return text.empty() ? text : text + '}';
}

/// Tables of several series that share their columns: a row a value, with the name of its series.
struct SeriesRows {
    JsonTable table{{"time", "sensor", "value"}, {}, false};

    void add(std::string time, const std::string& sensor, std::string value) {
        table.isFound = true;
        table.rows.push_back({std::move(time), sensor, std::move(value)});
    }
};

/// A data frame of Grafana: {"schema": {"fields": […]}, "data": {"values": [[times], [numbers]]}}.
void addFrame(const Json& frame, SeriesRows& series) {
    const Json* schema = member(frame, "schema");
    const Json* data = member(frame, "data");
    const Json* fields = schema == nullptr ? nullptr : member(*schema, "fields");
    const Json* values = data == nullptr ? nullptr : member(*data, "values");
    if (!isList(fields) || !isList(values) || fields->size() != values->size()) {
        return;
    }
    const Json* times = nullptr;
    for (std::size_t f = 0; f < fields->size(); ++f) {
        const Json* type = member((*fields)[f], "type");
        times =
            type != nullptr && *type == "time" && (*values)[f].is_array() ? &(*values)[f] : times;
    }
    for (std::size_t f = 0; f < fields->size(); ++f) {
        const Json& field = (*fields)[f];
        const Json* type = member(field, "type");
        if (times == nullptr || type == nullptr || *type != "number" || !(*values)[f].is_array()) {
            continue;
        }
        const Json* labels = member(field, "labels");
        const Json* config = member(field, "config");
        const Json* shown = config == nullptr ? nullptr : member(*config, "displayNameFromDS");
        const Json* name = member(field, "name");
        std::string sensor =
            labels != nullptr && labels->is_object() ? labelText(*labels) : std::string();
        sensor = !sensor.empty()    ? sensor
                 : shown != nullptr ? scalarText(*shown)
                 : name != nullptr  ? scalarText(*name)
                                    : std::string();
        for (std::size_t i = 0; i < std::min(times->size(), (*values)[f].size()); ++i) {
            series.add(scalarText((*times)[i]), sensor, scalarText((*values)[f][i]));
        }
    }
}

/// Grafana's simple form, and Graphite: {"target": "a", "datapoints": [[value, time], …]}.
void addTarget(const Json& one, SeriesRows& series) {
    const Json* points = member(one, "datapoints");
    const Json* target = member(one, "target");
    if (!isList(points) || target == nullptr) {
        return;
    }
    for (const Json& point : *points) {
        if (point.is_array() && point.size() == 2) {
            series.add(scalarText(point[1]), scalarText(*target), scalarText(point[0]));
        }
    }
}

void gatherSeries(const Json& value, int depth, SeriesRows& series) {
    if (depth > kDeepest || !value.is_structured()) {
        return;
    }
    if (value.is_object()) {
        addFrame(value, series);
        addTarget(value, series);
    }
    for (const Json& each : value) {
        gatherSeries(each, depth + 1, series);
    }
}

/// InfluxDB 1: all series of all statements with their tags as columns.
void addInflux(const Json& root, JsonTable& table) {
    const Json* results = member(root, "results");
    if (!isList(results)) {
        return;
    }
    std::map<std::string, std::size_t> places;
    const auto put = [&](std::vector<std::string>& row, const std::string& name, std::string text) {
        const auto [place, isNew] = places.emplace(name, table.names.size());
        if (isNew) {
            table.names.push_back(name);
        }
        row.resize(std::max(row.size(), place->second + 1));
        row[place->second] = std::move(text);
    };
    const auto addSeries = [&](const Json& one) {
        const Json* columns = member(one, "columns");
        const Json* values = member(one, "values");
        const Json* name = member(one, "name");
        const Json* tags = member(one, "tags");
        if (!isList(columns) || !isList(values)) {
            return;
        }
        for (const Json& value : *values) {
            std::vector<std::string> row;
            for (std::size_t i = 0; value.is_array() && i < std::min(value.size(), columns->size());
                 ++i) {
                put(row, scalarText((*columns)[i]), scalarText(value[i]));
            }
            put(row, "measurement", name == nullptr ? std::string() : scalarText(*name));
            if (tags != nullptr && tags->is_object()) {
                for (const auto& [tag, text] : tags->items()) {
                    put(row, tag, scalarText(text));
                }
            }
            table.rows.push_back(std::move(row));
        }
    };
    for (const Json& result : *results) {
        const Json* all = member(result, "series");
        if (isList(all)) {
            for (const Json& one : *all) {
                addSeries(one);
            }
        }
    }
    table.isFound = !table.rows.empty();
    for (std::vector<std::string>& row : table.rows) {
        row.resize(table.names.size());
    }
}

/// A value of Haystack: "n:12 kW" of version 3, {"_kind": "number", "val": 12, "unit": "kW"} of version 4.
std::string haystackText(const Json& value) {
    if (const Json* kind = member(value, "_kind"); kind != nullptr) {
        const Json* val = member(value, "val");
        const Json* unit = member(value, "unit");
        return val == nullptr
                   ? std::string()
                   : scalarText(*val) + (unit == nullptr ? std::string() : ' ' + scalarText(*unit));
    }
    const std::string text = scalarText(value);
    const bool isTagged = text.size() >= 2 && text[1] == ':' &&
                          std::string_view("ntdhsm").find(text[0]) != std::string_view::npos;
    return isTagged ? text.substr(2) : text;
}

void addGrid(const Json& root, JsonTable& table) {
    const Json* columns = member(root, "cols");
    const Json* rows = member(root, "rows");
    if (!isList(columns) || !isList(rows) || columns->empty()) {
        return;
    }
    for (const Json& column : *columns) {
        const Json* name = member(column, "name");
        table.names.push_back(name == nullptr ? std::string() : scalarText(*name));
    }
    for (const Json& row : *rows) {
        std::vector<std::string> cells;
        for (const std::string& name : table.names) {
            const Json* value = member(row, name.c_str());
            cells.push_back(value == nullptr ? std::string() : haystackText(*value));
        }
        table.rows.push_back(std::move(cells));
    }
    table.isFound = !table.rows.empty();
}

/// A unit for all rows in the "meta" of a list, as WattTime has it.
void addUnitOfMeta(const Json& root, JsonTable& table) {
    const Json* meta = member(root, "meta");
    const Json* unit = meta == nullptr ? nullptr : member(*meta, "units");
    if (unit == nullptr || !unit->is_string() ||
        std::find(table.names.begin(), table.names.end(), "unit") != table.names.end()) {
        return;
    }
    table.names.emplace_back("unit");
    for (std::vector<std::string>& row : table.rows) {
        row.push_back(unit->get<std::string>());
    }
}

}  // namespace

std::vector<std::pair<std::string, std::string>> flatJson(const Json& object) {
    std::vector<std::pair<std::string, std::string>> flat;
    flatten(object, "", 0, flat);
    return flat;
}

JsonTable tableOfJson(const Json& root) {
    SeriesRows series;
    gatherSeries(root, 0, series);
    if (series.table.isFound) {
        return std::move(series.table);
    }
    for (const auto add : {&addInflux, &addGrid}) {
        JsonTable table;
        add(root, table);
        if (table.isFound) {
            return table;
        }
    }
    JsonTable best;
    search(root, 0, best);
    addUnitOfMeta(root, best);
    return best;
}

}  // namespace headroom::engine
