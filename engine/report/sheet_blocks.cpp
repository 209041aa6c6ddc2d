// SPDX-License-Identifier: Apache-2.0
#include "engine/report/sheet_blocks.h"

#include <fmt/format.h>

#include <algorithm>

namespace headroom::engine::report {

Blocks blocksOf(const Sheet& sheet, std::size_t most, std::string_view where) {
    Blocks blocks;
    blocks += Heading{sheet.title};
    if (!sheet.why.empty()) {
        blocks += note(sheet.why);
    }
    if (sheet.rows.empty()) {
        blocks += Paragraph{"None."};
        return blocks;
    }
    Table table;
    std::vector<std::size_t> shown;
    for (std::size_t c = 0; c < sheet.columns.size(); ++c) {
        if (isStated(sheet, c) && !sheet.columns[c].isDetail) {
            shown.push_back(c);
            table.columns.push_back({columnHeading(columnHead(sheet.columns[c])),
                                     isNumberColumn(sheet, c) ? CellKind::Number : CellKind::Words,
                                     sheet.columns[c].why});
        }
    }
    const std::size_t count = std::min(sheet.rows.size(), most);
    for (std::size_t r = 0; r < count; ++r) {
        std::vector<TableCell> cells;
        for (const std::size_t c : shown) {
            if (c < sheet.rows[r].size()) {
                const SheetCell& cell = sheet.rows[r][c];
                cells.push_back({cellText(cell, sheet.columns[c], Thousands::ThinSpace),
                                 isNumber(cell) ? CellKind::Number : CellKind::Words});
            }
        }
        table.row(std::move(cells));
    }
    blocks += std::move(table);
    if (count < sheet.rows.size()) {
        blocks += note(fmt::format("The first {} of {} rows. {}", count, sheet.rows.size(), where));
    }
    return blocks;
}

Blocks blocksOf(const Sheet& sheet) {
    return blocksOf(sheet, sheet.rows.size(), {});
}

}  // namespace headroom::engine::report
