// SPDX-License-Identifier: Apache-2.0
#include "engine/sheet/sheet_html.h"

#include "engine/base/plain_text.h"

#include <fmt/format.h>

#include <algorithm>

namespace headroom::engine {

namespace {

std::string htmlCell(const SheetCell& cell, const SheetColumn& column) {
    return (isNumber(cell) ? "<td class=\"number\">" : "<td>") +
           markupText(cellText(cell, column, Thousands::ThinSpace)) + "</td>";
}

std::string htmlHead(const SheetColumn& column, bool isNumber) {
    std::string html = isNumber ? "<th class=\"number\"" : "<th";
    if (!column.why.empty()) {
        html += " title=\"" + markupText(column.why) + '"';
    }
    return html + '>' + markupText(columnHeading(columnHead(column))) + "</th>";
}

}  // namespace

std::string sheetHtml(const Sheet& sheet, std::size_t most, std::string_view where) {
    const std::size_t columns = sheet.columns.size();
    std::string html = "<h3>" + markupText(sheet.title) + "</h3>\n";
    if (!sheet.why.empty()) {
        html += "<p class=\"note\">" + markupText(sheet.why) + "</p>\n";
    }
    if (sheet.rows.empty()) {
        return html + "<p>None.</p>\n";
    }
    std::vector<bool> stated(columns);
    html += "<div class=\"table\"><table><thead><tr>";
    for (std::size_t c = 0; c < columns; ++c) {
        stated[c] = isStated(sheet, c) && !sheet.columns[c].isDetail;
        html += stated[c] ? htmlHead(sheet.columns[c], isNumberColumn(sheet, c)) : std::string();
    }
    html += "</tr></thead><tbody>\n";
    const std::size_t shown = std::min(sheet.rows.size(), most);
    for (std::size_t r = 0; r < shown; ++r) {
        html += "<tr>";
        for (std::size_t c = 0; c < std::min(columns, sheet.rows[r].size()); ++c) {
            html += stated[c] ? htmlCell(sheet.rows[r][c], sheet.columns[c]) : std::string();
        }
        html += "</tr>\n";
    }
    html += "</tbody></table></div>\n";
    if (shown < sheet.rows.size()) {
        html += "<p class=\"note\">" +
                markupText(
                    fmt::format("The first {} of {} rows. {}", shown, sheet.rows.size(), where)) +
                "</p>\n";
    }
    return html;
}

}  // namespace headroom::engine
