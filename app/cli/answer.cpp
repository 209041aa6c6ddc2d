// SPDX-License-Identifier: Apache-2.0
#include "app/cli/answer.h"

#include "app/cli/table.h"
#include "engine/base/json.h"
#include "engine/sheet/sheet_csv.h"
#include "engine/sheet/sheet_json.h"

#include <nlohmann/json.hpp>

#include <cstdio>

namespace headroom::app {

namespace {

template <class Json>
void print(const Json& json) {
    std::printf("%s\n", engine::jsonText(json, 2).c_str());
}

}  // namespace

void printJson(const nlohmann::ordered_json& json) {
    print(json);
}

void printJson(const nlohmann::json& json) {
    print(json);
}

void printSheet(const engine::Sheet& sheet, const std::string& format) {
    if (format == "json") {
        print(engine::sheetJson(sheet));
    } else {
        std::fputs((format == "csv" ? engine::sheetCsv(sheet) : tableText(sheet)).c_str(), stdout);
    }
}

void printSheets(std::span<const engine::Sheet> sheets, const std::string& format) {
    if (format == "json") {
        nlohmann::ordered_json all = nlohmann::ordered_json::object();
        for (const engine::Sheet& sheet : sheets) {
            all[sheet.name] = engine::sheetJson(sheet);
        }
        print(all);
        return;
    }
    for (const engine::Sheet& sheet : sheets) {
        if (format == "csv") {
            std::printf("%s\n", engine::sheetCsv(sheet).c_str());
        } else if (!sheet.rows.empty()) {
            std::printf("%s\n%s\n\n%s\n", sheet.title.c_str(), sheet.why.c_str(), tableText(sheet).c_str());
        }
    }
}

}  // namespace headroom::app
