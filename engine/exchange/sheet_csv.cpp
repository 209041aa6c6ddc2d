// SPDX-License-Identifier: Apache-2.0
#include "engine/base/plain_text.h"
#include "engine/exchange/workbook.h"

#include <fmt/format.h>

#include <cmath>

namespace headroom::engine {

namespace {

std::string csvText(const SheetCell& cell) {
    if (const auto* number = std::get_if<double>(&cell)) {
        return std::isnan(*number) ? std::string() : fmt::format("{:.15g}", *number);
    }
    const std::string text = plainText(std::get<std::string>(cell));
    if (text.find_first_of(",\"\n\r") == std::string::npos) {
        return text;
    }
    std::string quoted = "\"";
    for (const char c : text) {
        quoted += c;
        if (c == '"') {
            quoted += '"';
        }
    }
    return quoted + '"';
}

}  // namespace

std::string sheetCsv(const Sheet& sheet) {
    std::string all;
    const auto addLine = [&all](const auto& cells) {
        bool isFirst = true;
        for (const auto& cell : cells) {
            all += isFirst ? "" : ",";
            all += csvText(cell);
            isFirst = false;
        }
        all += '\n';
    };
    addLine(sheet.header);
    for (const auto& row : sheet.rows) {
        addLine(row);
    }
    return all;
}

}  // namespace headroom::engine
