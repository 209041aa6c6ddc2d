// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/border/workbook_archive.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

/// Sheets of XLSX workbooks (ECMA-376, SpreadsheetML) as comma-separated text: the way in for every reader of tables.
/// Formulas count with the value that the spreadsheet saved.
namespace headroom::engine {

/// A name such as "prices.xlsx#March": a sheet of a workbook.
struct SheetPath {
    std::filesystem::path file;
    std::string sheet;  ///< Empty for the first visible sheet with data.

    /// Divides a name at its last "#" if no file has the whole name, and the part before ends as workbooks do.
    static SheetPath of(const std::filesystem::path& path);
};

struct SheetText {
    std::string text;   ///< a line for each row of the sheet, all with equally many cells
    std::string sheet;  ///< name of the sheet that was read
    std::vector<std::string> sheets;  ///< names of all

    /// "sheet 'March' of an XLSX workbook".
    std::string words() const;
};

/// The sheet of a workbook. The first visible sheet with data has two rows or more of two filled cells or more; if none
/// has, the first with a filled cell. Line ends in cells become blanks. Errors of withWorkbookParts(); TXT-006: no sheet
/// of this name, or none with data. TXT-005: a table of more than 512 MiB of text.
Result<SheetText> sheetText(std::string_view bytes, const std::string& file,
                            std::string_view sheet);

/// The same from parts at hand.
Result<SheetText> sheetOfParts(const WorkbookParts& parts, const std::string& file,
                               std::string_view sheet);

}  // namespace headroom::engine
