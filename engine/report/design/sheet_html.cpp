// SPDX-License-Identifier: Apache-2.0
#include "engine/report/design/sheet_html.h"

#include "engine/report/format.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace headroom::engine::report {

namespace {

bool isEmpty(const SheetCell& cell) {
    const auto* text = std::get_if<std::string>(&cell);
    return text != nullptr ? text->empty() : std::isnan(std::get<double>(cell));
}

std::string cellHtml(const SheetCell& cell) {
    if (const auto* text = std::get_if<std::string>(&cell)) {
        return "<td>" + escaped(*text) + "</td>";
    }
    return "<td class=\"number\">" + cellNumber(std::get<double>(cell)) + "</td>";
}

}  // namespace

std::string cellNumber(double value) {
    if (std::isnan(value)) {
        return {};
    }
    return groupedDigits(std::abs(value) >= 1e4 ? fmt::format("{:.0f}", value)
                                                : fmt::format("{:.6g}", value));
}

std::string sheetHtml(const Sheet& sheet, std::size_t most, std::string_view where) {
    const std::size_t columns = sheet.header.size();
    std::vector<bool> stated(columns, sheet.rows.empty());
    std::vector<bool> numbers(columns, false);
    for (const auto& row : sheet.rows) {
        for (std::size_t c = 0; c < std::min(columns, row.size()); ++c) {
            if (!isEmpty(row[c])) {
                stated[c] = true;
                numbers[c] = numbers[c] || std::holds_alternative<double>(row[c]);
            }
        }
    }
    std::string html = "<h3>" + escaped(sheet.title) + "</h3>\n";
    if (!sheet.why.empty()) {
        html += "<p class=\"note\">" + escaped(sheet.why) + "</p>\n";
    }
    if (sheet.rows.empty()) {
        return html + "<p>None.</p>\n";
    }
    html += "<div class=\"table\"><table><thead><tr>";
    for (std::size_t c = 0; c < columns; ++c) {
        if (stated[c]) {
            html += std::string(numbers[c] ? "<th class=\"number\">" : "<th>") +
                    escaped(columnHeading(sheet.header[c])) + "</th>";
        }
    }
    html += "</tr></thead><tbody>\n";
    const std::size_t shown = sheet.rows.size() > most ? most : sheet.rows.size();
    for (std::size_t r = 0; r < shown; ++r) {
        html += "<tr>";
        for (std::size_t c = 0; c < std::min(columns, sheet.rows[r].size()); ++c) {
            html += stated[c] ? cellHtml(sheet.rows[r][c]) : std::string();
        }
        html += "</tr>\n";
    }
    html += "</tbody></table></div>\n";
    if (shown < sheet.rows.size()) {
        html += "<p class=\"note\">" +
                escaped(fmt::format("The first {} of {} rows. {}", shown, sheet.rows.size(), where)) +
                "</p>\n";
    }
    return html;
}

}  // namespace headroom::engine::report
