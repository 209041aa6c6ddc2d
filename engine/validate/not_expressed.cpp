// SPDX-License-Identifier: Apache-2.0
#include "engine/validate/kinds.h"

#include <nlohmann/json.hpp>

#include <utility>

namespace headroom::engine {

namespace {

using Json = nlohmann::json;

std::optional<double> numberAt(const Json& object, const char* key) {
    const auto it = object.find(key);
    return it != object.end() && it->is_number() ? std::optional(it->get<double>()) : std::nullopt;
}

std::string textAt(const Json& object, const char* key) {
    const auto it = object.find(key);
    return it != object.end() && it->is_string() ? it->get<std::string>() : std::string{};
}

Result<Json> readJson(const std::filesystem::path& path) {
    auto text = readTextFile(path);
    if (!text) {
        return tl::unexpected(std::move(text.error()));
    }
    Json json = Json::parse(*text, nullptr, false);
    if (json.is_discarded()) {
        Error error;
        error.code = "VAL-003";
        error.message = "the file is not JSON";
        error.remedy = "Compare the file with the format of its kind.";
        error.file = path.string();
        return tl::unexpected(std::move(error));
    }
    return json;
}

const char* reasonFor(const std::string& kind) {
    if (kind == "training") {
        return "rows are not mapped to the step-time model yet";
    }
    if (kind == "collective") {
        return "the links of a row are parts: give a catalogue";
    }
    if (kind == "reliability") {
        return "a campaign cannot be run from a case file yet";
    }
    return "no known kind";
}

// A row for each expectation: [{quantity, unit, value}] or {quantity: value}.
void listExpectations(const CaseFile& file, const std::string& id, const Json& entry, Rows& rows) {
    const auto expect = entry.find("expect");
    if (expect == entry.end()) {
        return;
    }
    if (expect->is_object()) {
        for (const auto& [quantity, value] : expect->items()) {
            rows.push_back(notExpressedRow(file, id, quantity, quantity.ends_with("_s") ? "s" : "",
                                           numberAt(*expect, quantity.c_str()),
                                           reasonFor(file.kind)));
        }
        return;
    }
    for (const Json& e : *expect) {
        if (e.is_object()) {
            rows.push_back(notExpressedRow(file, id, textAt(e, "quantity"), textAt(e, "unit"),
                                           numberAt(e, "value"), reasonFor(file.kind)));
        }
    }
}

// {"cases": [{"case", "expect"}], and single cases by their key beside that list.
Result<void> listJsonCases(const CaseFile& file, Rows& rows) {
    const auto json = readJson(file.path);
    if (!json) {
        return tl::unexpected(json.error());
    }
    for (const auto& [key, value] : json->items()) {
        if (value.is_object()) {
            listExpectations(file, key, value, rows);
        }
        if (key != "cases" || !value.is_array()) {
            continue;
        }
        for (std::size_t i = 0; i < value.size(); ++i) {
            const Json& entry = value[i];
            if (!entry.is_object()) {
                continue;
            }
            std::string id = textAt(entry, "case");
            if (id.empty()) {
                id = file.stem() + "/" + std::to_string(i);
            }
            listExpectations(file, id, entry, rows);
        }
    }
    return {};
}

Result<void> listTable(const CaseFile& file, Rows& rows) {
    auto table = CaseTable::read(file.path);
    if (!table) {
        return tl::unexpected(std::move(table.error()));
    }
    for (std::size_t i = 0; i < table->rows(); ++i) {
        std::string id = table->text(i, "id");
        if (id.empty()) {
            id = table->placeOf(i);
        }
        std::string quantity = "time_us";
        if (file.kind == "training") {
            quantity = table->has("primary_metric") ? table->text(i, "primary_metric")
                                                    : std::string("step_time_ms");
        }
        rows.push_back(notExpressedRow(file, id, quantity, file.kind == "collective" ? "us" : "",
                                       table->optionalNumber(i, quantity), reasonFor(file.kind)));
    }
    if (table->fault()) {
        return tl::unexpected(*table->fault());
    }
    return {};
}

}  // namespace

Result<void> listNotExpressed(const CaseFile& file, Rows& rows) {
    if (file.kind == "reliability") {
        return listJsonCases(file, rows);
    }
    if (file.kind == "training" || file.kind == "collective") {
        return listTable(file, rows);
    }
    rows.push_back(
        notExpressedRow(file, file.kind == "unknown" ? file.path.filename().string() : file.stem(),
                        "", "", std::nullopt, reasonFor(file.kind)));
    return {};
}

}  // namespace headroom::engine
