// SPDX-License-Identifier: Apache-2.0
#include "app/cli/answer.h"

#include "app/cli/table.h"
#include "engine/base/json.h"
#include "engine/sheet/sheet_csv.h"
#include "engine/sheet/sheet_json.h"

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

NamedSheets named(std::vector<engine::Sheet> sheets) {
    NamedSheets all;
    for (engine::Sheet& sheet : sheets) {
        std::string name = sheet.name;
        all.emplace_back(std::move(name), std::move(sheet));
    }
    return all;
}

void printSheets(const NamedSheets& sheets, const std::string& format,
                 const nlohmann::ordered_json& more) {
    if (format == "json") {
        nlohmann::ordered_json all = nlohmann::ordered_json::object();
        for (const auto& [name, sheet] : sheets) {
            all[name] = engine::sheetJson(sheet);
        }
        if (more.is_object()) {
            all.update(more);
        }
        print(all);
        return;
    }
    for (const auto& [name, sheet] : sheets) {
        if (format == "csv") {
            std::printf("%s\n", engine::sheetCsv(sheet).c_str());
        } else if (!sheet.rows.empty()) {
            std::printf("%s\n%s%s\n%s\n", sheet.title.c_str(), sheet.why.c_str(),
                        sheet.why.empty() ? "" : "\n", tableText(sheet).c_str());
        }
    }
}

}  // namespace headroom::app
