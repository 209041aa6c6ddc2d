// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/border/skipped_rows.h"
#include "engine/border/text_encoding.h"
#include "engine/border/text_window.h"

#include <cstddef>
#include <deque>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

/// The one reader of tables: text separated by commas, semicolons, tabs or bars, aligned text, lists of
/// JSON objects and JSON lines, in any encoding of text_encoding.h, and sheets of XLSX workbooks.
namespace headroom::engine {

enum class TableForm { Comma, Semicolon, Tab, Bar, Aligned, Json, JsonLines };

std::string_view tableFormWords(TableForm form);  ///< "comma-separated text"

/// Head of a table: the lines above its rows.
struct TableHead {
    TableForm form = TableForm::Comma;
    TextEncoding encoding = TextEncoding::Utf8;
    std::vector<std::string> titles;  ///< lines before the names: titles, comments
    std::vector<std::string>
        names;  ///< of columns, as written, without blanks around; "column 3" if empty
    std::vector<std::string> units;  ///< by column: of the unit row, or in the name; empty if none
    int line = 1;                    ///< of the names
    std::string
        sheet;  ///< Words for the sheet of a workbook (text_encoding.h) or for another grammar (foreign_tables.h). Empty if it is neither.
    bool hasUnitRow = false;
    bool hasNames =
        true;  ///< false: the first row holds values; columns are called "column 1" and so on

    /// By name: exactly, then ignoring case, blanks, underscores and a unit in brackets, then the only member of that name inside of a
    /// JSON record; -1 if there is none.
    int column(std::string_view name) const;

    /// The first of several names that is there; -1 if none.
    int column(const std::vector<std::string_view>& names) const;

    char separator() const;

    std::string_view words() const;  ///< "comma-separated text", or those for a sheet
};

struct TableOptions {
    char separator = '\0';  ///< '\0': inferred
    bool isJson = true;     ///< false: braces are text
};

/// Reads rows one at a time; nothing grows with the rows. Large files of separated text are read in blocks (text_window.h);
/// other texts stay in memory once. Rows
/// with too few or too many cells are skipped and counted. JSON lists are held in memory as objects.
class TableReader {
  public:
    /// `file` names the text in errors. TXT-001 the text is empty. TXT-002 JSON that cannot be read, or
    /// without a list of objects. TXT-003 binary data. TXT-007 more columns than any table has. Errors of decodeFile().
    static Result<TableReader> ofText(std::string text, const std::string& file,
                                      const TableOptions& options = {});

    /// A file, unpacked and decoded; "prices.xlsx#March" is a sheet. Errors of readTextFile() and ofText().
    static Result<TableReader> ofFile(const std::filesystem::path& file,
                                      const TableOptions& options = {});

    TableReader(TableReader&&) noexcept;
    TableReader& operator=(TableReader&&) noexcept;
    ~TableReader();

    const TableHead& head() const;
    const std::string& file() const;

    /// The next row; false at the end.
    bool next();

    int line()
        const;  ///< of the current row in the file, from 1; of JSON lists the number of the object
    std::string_view cell(int column) const;  ///< without blanks around; empty for -1
    std::size_t columns() const;

    /// Before the first row again.
    void rewind();

    /// The row of names is a row of values: columns are called "column 1" and so on. Rewinds.
    void takeNamesAsValues();

    double share() const;  ///< of the file that was read since the last rewind(), 0..1

    long rows() const;                   ///< read since the last rewind(), without skipped ones
    const SkippedRows& skipped() const;  ///< since the last rewind()
    void skip(std::string reason);       ///< the current row cannot be used

    /// Path, number of rows and skipped ones, for people.
    std::string skippedWords() const;

  private:
    struct Rows;
    static Result<TableReader> ofDecoded(DecodedText decoded, const std::string& file,
                                         const TableOptions& options);
    static Result<TableReader> ofWindow(TextWindow window, TextEncoding encoding,
                                        const std::string& file, const TableOptions& options);
    explicit TableReader(std::unique_ptr<Rows> rows);

    std::unique_ptr<Rows> rows_;
};

}  // namespace headroom::engine
