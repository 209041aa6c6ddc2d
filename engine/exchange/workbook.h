// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"

#include <filesystem>
#include <string>
#include <variant>
#include <vector>

namespace headroom::engine {

/// A text, or a number that spreadsheets can add up. NaN is an empty cell.
using SheetCell = std::variant<std::string, double>;

/// One sheet of a workbook: a table with a heading, and above it what it is.
struct Sheet {
    std::string name;  ///< on its tab; at most 31 characters, none of []:*?/\ and the like
    std::string title;
    std::string why;                  ///< what the figures are and where from
    std::vector<std::string> header;  ///< with units
    std::vector<std::vector<SheetCell>> rows;
};

/// Writes an Office Open XML workbook (.xlsx) atomically. The heading stays in sight, columns have
/// filters and the width of their text. XLS-001: a sheet that no workbook can hold (more than
/// 1,048,570 rows or 16,384 columns, a name twice or malformed); FIL-004: the file cannot be
/// written.
Result<void> writeWorkbook(const std::filesystem::path& path, const std::vector<Sheet>& sheets,
                           const std::string& title);

/// The head and the rows of a sheet as CSV (RFC 4180, lines end with LF): numbers with all their digits,
/// empty for NaN.
std::string sheetCsv(const Sheet& sheet);

/// Cells of texts; a column whose cells are all numbers or empty holds numbers.
std::vector<std::vector<SheetCell>> sheetRows(const std::vector<std::vector<std::string>>& rows);

}  // namespace headroom::engine
