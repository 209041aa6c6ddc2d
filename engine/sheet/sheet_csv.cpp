// SPDX-License-Identifier: Apache-2.0
#include "engine/sheet/sheet_csv.h"

#include "engine/base/plain_text.h"
#include "engine/files/delimited.h"

namespace headroom::engine {

std::string sheetCsv(const Sheet& sheet) {
    std::string all;
    for (std::size_t c = 0; c < sheet.columns.size(); ++c) {
        all += c == 0 ? "" : ",";
        all += delimitedCell(plainText(fileHead(sheet.columns[c])), ',');
    }
    all += '\n';
    for (const auto& row : sheet.rows) {
        for (std::size_t c = 0; c < row.size(); ++c) {
            all += c == 0 ? "" : ",";
            all += delimitedCell(cellPlain(row[c]), ',');
        }
        all += '\n';
    }
    return all;
}

}  // namespace headroom::engine
