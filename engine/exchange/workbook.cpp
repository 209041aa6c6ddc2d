// SPDX-License-Identifier: Apache-2.0
#include "engine/exchange/workbook.h"

#include "engine/base/plain_text.h"
#include "engine/document/json_text.h"
#include "engine/exchange/number.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <set>
#include <system_error>
#include <xlsxwriter.h>

namespace headroom::engine {

namespace {

constexpr std::size_t kMaximumRows = 1048570;  // of the format, less the lines above the heading
constexpr std::size_t kMaximumColumns = 16384;
constexpr std::size_t kMaximumName = 31;
constexpr std::size_t kMaximumText = 32767;
constexpr lxw_row_t kHeadingRow = 3;
constexpr double kWidest = 60.0;

/// Plain text of at most as many bytes as a cell takes, cut between characters.
std::string celled(const std::string& words) {
    std::string text = plainText(words);
    if (text.size() <= kMaximumText) {
        return text;
    }
    std::size_t end = kMaximumText;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0U) == 0x80U) {
        --end;
    }
    return text.substr(0, end);
}

Result<void> checkSheets(const std::vector<Sheet>& sheets, const std::filesystem::path& path) {
    std::set<std::string> names;
    for (const Sheet& sheet : sheets) {
        std::string why;
        if (sheet.name.empty() || sheet.name.size() > kMaximumName ||
            sheet.name.find_first_of("[]:*?/\\") != std::string::npos) {
            why = "its name is malformed";
        } else if (!names.insert(sheet.name).second) {
            why = "its name stands twice";
        } else if (sheet.rows.size() > kMaximumRows || sheet.header.size() > kMaximumColumns) {
            why = "it is larger than a workbook allows";
        }
        if (!why.empty()) {
            return tl::unexpected(Error{
                "XLS-001", "The sheet " + inQuotes(sheet.name) + " cannot be written: " + why + ".",
                "Export tables as CSV instead.", path.string(), "", 0});
        }
    }
    if (sheets.empty()) {
        return tl::unexpected(Error{"XLS-001", "A workbook needs a sheet.",
                                    "Export a project that has objects.", path.string(), "", 0});
    }
    return {};
}

double widthOf(const SheetCell& cell) {
    if (const auto* text = std::get_if<std::string>(&cell)) {
        return static_cast<double>(text->size());
    }
    return 10.0;
}

struct Formats {
    lxw_format* title;
    lxw_format* why;
    lxw_format* heading;
};

void writeSheet(lxw_workbook* book, const Sheet& sheet, const Formats& formats) {
    lxw_worksheet* page = workbook_add_worksheet(book, sheet.name.c_str());
    worksheet_write_string(page, 0, 0, celled(sheet.title).c_str(), formats.title);
    worksheet_write_string(page, 1, 0, celled(sheet.why).c_str(), formats.why);
    for (std::size_t c = 0; c < sheet.header.size(); ++c) {
        const auto column = static_cast<lxw_col_t>(c);
        double width = widthOf(sheet.header[c]);
        worksheet_write_string(page, kHeadingRow, column, celled(sheet.header[c]).c_str(),
                               formats.heading);
        for (std::size_t r = 0; r < sheet.rows.size(); ++r) {
            if (c >= sheet.rows[r].size()) {
                continue;
            }
            const auto row = static_cast<lxw_row_t>(r) + kHeadingRow + 1;
            const SheetCell& cell = sheet.rows[r][c];
            width = std::max(width, widthOf(cell));
            if (const auto* text = std::get_if<std::string>(&cell)) {
                if (!text->empty()) {
                    worksheet_write_string(page, row, column, celled(*text).c_str(),
                                           nullptr);
                }
            } else if (const double number = std::get<double>(cell); std::isfinite(number)) {
                worksheet_write_number(page, row, column, number, nullptr);
            }
        }
        worksheet_set_column(page, column, column, std::min(width + 2.0, kWidest), nullptr);
    }
    worksheet_freeze_panes(page, kHeadingRow + 1, 1);
    if (!sheet.header.empty() && !sheet.rows.empty()) {
        worksheet_autofilter(page, kHeadingRow, 0,
                             kHeadingRow + static_cast<lxw_row_t>(sheet.rows.size()),
                             static_cast<lxw_col_t>(sheet.header.size() - 1));
    }
    worksheet_set_landscape(page);
    worksheet_fit_to_pages(page, 1, 0);
    worksheet_repeat_rows(page, kHeadingRow, kHeadingRow);
}

}  // namespace

Result<void> writeWorkbook(const std::filesystem::path& path, const std::vector<Sheet>& sheets,
                           const std::string& title) {
    if (auto fine = checkSheets(sheets, path); !fine) {
        return fine;
    }
    const std::filesystem::path temporary = path.string() + ".part";
    lxw_workbook* book = workbook_new(temporary.c_str());
    if (book == nullptr) {
        return tl::unexpected(Error{"FIL-004", "cannot be written: not enough memory",
                                    "Close other programs.", path.string(), "", 0});
    }
    std::string name = plainText(title);
    std::string program = "Headroom";
    lxw_doc_properties properties{};
    properties.title = name.data();
    properties.author = program.data();
    workbook_set_properties(book, &properties);
    Formats formats{workbook_add_format(book), workbook_add_format(book),
                    workbook_add_format(book)};
    format_set_bold(formats.title);
    format_set_font_size(formats.title, 14);
    format_set_italic(formats.why);
    format_set_bold(formats.heading);
    format_set_bottom(formats.heading, LXW_BORDER_THIN);
    for (const Sheet& sheet : sheets) {
        writeSheet(book, sheet, formats);
    }
    // Closing writes the file, and frees the book whatever happens.
    const lxw_error fault = workbook_close(book);
    std::error_code failure;
    if (fault == LXW_NO_ERROR) {
        std::filesystem::rename(temporary, path, failure);
    }
    if (fault != LXW_NO_ERROR || failure) {
        std::error_code ignored;
        std::filesystem::remove(temporary, ignored);
        return tl::unexpected(
            Error{"FIL-004",
                  std::string("cannot be written: ") +
                      (fault != LXW_NO_ERROR ? lxw_strerror(fault) : failure.message().c_str()),
                  "Choose a folder that exists and in which you may write, with space left.",
                  path.string(), "", 0});
    }
    return {};
}

std::vector<std::vector<SheetCell>> sheetRows(const std::vector<std::vector<std::string>>& rows) {
    std::size_t columns = 0;
    for (const auto& row : rows) {
        columns = std::max(columns, row.size());
    }
    std::vector<bool> isNumber(columns, true);
    for (const auto& row : rows) {
        for (std::size_t c = 0; c < row.size(); ++c) {
            isNumber[c] = isNumber[c] && (row[c].empty() || parseNumber(row[c]).has_value());
        }
    }
    std::vector<std::vector<SheetCell>> cells;
    for (const auto& row : rows) {
        auto& line = cells.emplace_back();
        for (std::size_t c = 0; c < row.size(); ++c) {
            if (isNumber[c] && !row[c].empty()) {
                line.emplace_back(*parseNumber(row[c]));
            } else {
                line.emplace_back(row[c]);
            }
        }
    }
    return cells;
}

}  // namespace headroom::engine
