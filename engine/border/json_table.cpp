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
    return value.is_null() ? std::string() : value.is_string() ? value.get<std::string>() : jsonText(value);
}

void flatten(const Json& object, const std::string& prefix, int depth, std::vector<std::pair<std::string, std::string>>& flat) {
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
        const bool isColumn = value.is_array() && !value.empty() && !value.front().is_object() && !value.front().is_array() &&
                              (rows == 0 || value.size() == rows);
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
        // A text beside the lists is of every row: the unit of energy-charts.info.
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
    if (columns == object.end() || values == object.end() || !columns->is_array() || !values->is_array() ||
        values->size() <= best.rows.size()) {
        return false;
    }
    JsonTable table;
    table.isFound = true;
    for (const Json& name : *columns) {
        table.names.push_back(scalarText(name));
    }
    for (const Json& value : *values) {
        std::vector<std::string> row;
        for (std::size_t i = 0; value.is_array() && i < value.size() && i < table.names.size(); ++i) {
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
        for (const Json& member : value) {
            search(member, depth + 1, best);
        }
    }
}

}  // namespace

std::vector<std::pair<std::string, std::string>> flatJson(const Json& object) {
    std::vector<std::pair<std::string, std::string>> flat;
    flatten(object, "", 0, flat);
    return flat;
}

JsonTable tableOfJson(const Json& root) {
    JsonTable best;
    search(root, 0, best);
    return best;
}

}  // namespace headroom::engine
