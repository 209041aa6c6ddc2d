// SPDX-License-Identifier: Apache-2.0
#include "engine/watch/run_answer.h"

#include "engine/base/json.h"
#include "engine/sheet/sheet_json.h"

#include <nlohmann/json.hpp>

#include <limits>
#include <utility>

namespace headroom::engine {

namespace {

SheetCell cellFrom(const nlohmann::json& row, const std::string& key) {
    const auto at = row.find(key);
    if (at == row.end()) {
        return {};
    }
    if (at->is_string()) {
        return at->get<std::string>();
    }
    if (at->is_boolean()) {
        return at->get<bool>();
    }
    if (at->is_number_integer()) {
        return at->get<std::int64_t>();
    }
    return at->is_null() ? std::numeric_limits<double>::quiet_NaN() : at->get<double>();
}

}  // namespace

std::optional<std::size_t> RunAnswer::column(std::string_view key) const {
    for (std::size_t c = 0; c < sheet.columns.size(); ++c) {
        if (sheet.columns[c].key == key) {
            return c;
        }
    }
    return std::nullopt;
}

double RunAnswer::number(std::size_t row, std::string_view key) const {
    const auto c = column(key);
    if (c) {
        const SheetCell& cell = sheet.rows.at(row).at(*c);
        if (const auto* number = std::get_if<double>(&cell)) {
            return *number;
        }
        if (const auto* count = std::get_if<std::int64_t>(&cell)) {
            return static_cast<double>(*count);
        }
    }
    return std::numeric_limits<double>::quiet_NaN();
}

std::string RunAnswer::text(std::size_t row, std::string_view key) const {
    const auto c = column(key);
    const std::string* found = c ? std::get_if<std::string>(&sheet.rows.at(row).at(*c)) : nullptr;
    return found != nullptr ? *found : std::string();
}

std::string runAnswerJson(const RunAnswer& answer) {
    nlohmann::ordered_json json = {{"question", answer.question},
                                   {"title", answer.sheet.title},
                                   {"why", answer.sheet.why},
                                   {"time_s", answer.timeS}};
    json["columns"] = nlohmann::ordered_json::array();
    for (const SheetColumn& column : answer.sheet.columns) {
        nlohmann::ordered_json one = {{"key", column.key},
                                      {"label", column.label},
                                      {"unit", column.unit},
                                      {"why", column.why}};
        json["columns"].push_back(std::move(one));
    }
    json["rows"] = sheetJson(answer.sheet);
    return jsonText(json);
}

std::optional<RunAnswer> runAnswerFrom(const nlohmann::json& answer) {
    try {
        RunAnswer read;
        read.question = answer.at("question").get<std::string>();
        read.sheet.name = read.question;
        read.sheet.title = answer.at("title").get<std::string>();
        read.sheet.why = answer.at("why").get<std::string>();
        read.timeS = answer.at("time_s").get<double>();
        for (const auto& column : answer.at("columns")) {
            SheetColumn one;
            one.key = column.at("key").get<std::string>();
            one.label = column.at("label").get<std::string>();
            one.unit = column.at("unit").get<std::string>();
            one.why = column.at("why").get<std::string>();
            read.sheet.columns.push_back(std::move(one));
        }
        for (const auto& row : answer.at("rows")) {
            auto& cells = read.sheet.rows.emplace_back();
            for (const SheetColumn& column : read.sheet.columns) {
                cells.push_back(cellFrom(row, column.key));
            }
        }
        return read;
    } catch (const nlohmann::json::exception&) {
        return std::nullopt;
    }
}

}  // namespace headroom::engine
