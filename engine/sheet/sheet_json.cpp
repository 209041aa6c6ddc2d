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
    for (std::size_t r = 0; r < sheet.rows.size(); ++r) {
        rows.push_back(rowJson(sheet, r));
    }
    return rows;
}

SheetCell jsonCell(const nlohmann::ordered_json& value) {
    return value.is_number_integer() ? SheetCell(value.get<std::int64_t>())
           : value.is_number()       ? SheetCell(value.get<double>())
           : value.is_boolean()      ? SheetCell(value.get<bool>())
           : value.is_string()       ? SheetCell(value.get<std::string>())
                                     : SheetCell(jsonText(value));
}

nlohmann::ordered_json rowJson(const Sheet& sheet, std::size_t row) {
    RowJson object = RowJson::object();
    const auto& cells = sheet.rows[row];
    for (std::size_t c = 0; c < cells.size(); ++c) {
        if (std::holds_alternative<std::monostate>(cells[c])) {
            continue;
        }
        std::string key = fileHead(sheet.columns[c]);
        RowJson* at = &object;
        for (std::size_t point = key.find('.');
             !sheet.columns[c].key.empty() && point != std::string::npos; point = key.find('.')) {
            at = &(*at)[key.substr(0, point)];
            key.erase(0, point + 1);
        }
        (*at)[key] = memberOf(cells[c]);
    }
    return object;
}

nlohmann::ordered_json keyedJson(const Sheet& sheet, std::string_view name,
                                 std::string_view value) {
    const int names = columnIndex(sheet, name), values = columnIndex(sheet, value);
    RowJson object = RowJson::object();
    for (const auto& row : sheet.rows) {
        object[std::get<std::string>(row[static_cast<std::size_t>(names)])] =
            memberOf(row[static_cast<std::size_t>(values)]);
    }
    return object;
}

}  // namespace headroom::engine
