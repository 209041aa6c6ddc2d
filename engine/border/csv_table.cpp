// SPDX-License-Identifier: Apache-2.0
#include "engine/border/csv_table.h"

#include "engine/border/row_scanner.h"
#include "engine/border/text_encoding.h"
#include "engine/files/delimited.h"

#include <algorithm>
#include <string>
#include <utility>

namespace headroom::engine {

namespace {

bool isDigits(std::string_view text) {
    return !text.empty() &&
           std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

/// "9,5" and "-0,25".
bool hasDecimalComma(std::string_view cell) {
    const std::size_t sign = cell.starts_with('-') || cell.starts_with('+') ? 1 : 0;
    const std::size_t comma = cell.find(',');
    return comma != std::string_view::npos && isDigits(cell.substr(sign, comma - sign)) &&
           isDigits(cell.substr(comma + 1));
}

/// The same table by commas; each row stays at its line.
std::string byCommas(std::string_view text, char separator) {
    std::string commas;
    commas.reserve(text.size() + text.size() / 8);
    RowScanner rows(text, separator);
    int line = 1;
    while (rows.next()) {
        for (; line < rows.line(); ++line) {
            commas += '\n';
        }
        for (std::size_t c = 0; c < rows.cells().size(); ++c) {
            std::string cell(rows.cells()[c]);
            std::replace(cell.begin(), cell.end(), '\n', ' ');
            commas += c > 0 ? "," : "";
            if (hasDecimalComma(cell)) {
                cell[cell.find(',')] = '.';
            }
            appendDelimited(commas, cell, ',');
        }
        commas += '\n';
        ++line;
    }
    return commas;
}

}  // namespace

Result<CsvTable> readCsvTable(const std::filesystem::path& path) {
    auto decoded = readDecoded(path, kCsvMemoryPerByte);
    if (!decoded) {
        return tl::unexpected(std::move(decoded.error()));
    }
    const char separator =
        decoded->encoding == TextEncoding::Workbook ? ',' : separatorOfText(decoded->text);
    const bool isOther = separator == ';' || separator == '\t' || separator == '|';
    return parseCsv(path, isOther ? byCommas(decoded->text, separator) : std::move(decoded->text));
}

}  // namespace headroom::engine
