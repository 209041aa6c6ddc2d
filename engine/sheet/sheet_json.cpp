// SPDX-License-Identifier: Apache-2.0
#include "engine/sheet/sheet_json.h"

#include "engine/base/json.h"

#include <nlohmann/json.hpp>

#include <cmath>

namespace headroom::engine {

namespace {

using RowJson = nlohmann::ordered_json;

RowJson memberOf(const SheetCell& cell) {
    if (const auto* text = std::get_if<std::string>(&cell)) {
        return *text;
    }
    if (const auto* yes = std::get_if<bool>(&cell)) {
        return *yes;
    }
    if (const auto* count = std::get_if<std::int64_t>(&cell)) {
        return *count;
    }
    const auto* number = std::get_if<double>(&cell);
    return number != nullptr && std::isfinite(*number) ? RowJson(*number) : RowJson(nullptr);
}

}  // namespace

nlohmann::ordered_json sheetJson(const Sheet& sheet) {
    RowJson rows = RowJson::array();
    for (const auto& row : sheet.rows) {
        RowJson object = RowJson::object();
        for (std::size_t c = 0; c < row.size(); ++c) {
            if (std::holds_alternative<std::monostate>(row[c])) {
                continue;
            }
            const std::string key = fileHead(sheet.columns[c]);
            const std::size_t point = sheet.columns[c].key.empty() ? std::string::npos : key.find('.');
            if (point == std::string::npos) {
                object[key] = memberOf(row[c]);
            } else {
                object[key.substr(0, point)][key.substr(point + 1)] = memberOf(row[c]);
            }
        }
        rows.push_back(std::move(object));
    }
    return rows;
}

std::string sheetsJson(std::span<const Sheet> sheets) {
    RowJson all = RowJson::object();
    for (const Sheet& sheet : sheets) {
        all[sheet.name] = sheetJson(sheet);
    }
    return jsonText(all, 2);
}

}  // namespace headroom::engine
