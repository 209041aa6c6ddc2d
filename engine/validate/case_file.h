// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/base/plain_text.h"
#include "engine/files/text_file.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace headroom::engine {

/// A file that holds cases. Columns or format decide the kind, else the file's name.
struct CaseFile {
    std::filesystem::path path;
    std::string kind;  ///< of validationKinds(), or "unknown"
    /// The fault of an unknown file that looks like a cut or damaged one: JSON or a table that cannot be read.
    std::optional<Error> damage = std::nullopt;

    /// Name without folder and extensions: "training_runs" of "x/training_runs.csv.gz".
    std::string stem() const;
};

/// Every case file among the paths, each once, folders searched in the order of names. Files that
/// only belong to a case (tables of expected results, coefficients) are left out.
Result<std::vector<CaseFile>> findCaseFiles(const std::vector<std::filesystem::path>& paths);

/// Cells of a case table, found by column name; VAL-003 where a number is missing or is none.
class CaseTable {
  public:
    static Result<CaseTable> read(const std::filesystem::path& path);

    std::size_t rows() const { return table_.rows(); }

    bool has(std::string_view column) const { return table_.column(column) >= 0; }

    /// Empty where there is no such column.
    std::string text(std::size_t row, std::string_view column) const;

    /// Remembers the first fault; 0 is given then. Look at fault() when the table is done.
    double number(std::size_t row, std::string_view column);

    /// Nothing for an empty cell.
    std::optional<double> optionalNumber(std::size_t row, std::string_view column);

    /// The same for a number that must lie in a range.
    std::optional<double> optionalWithin(std::size_t row, std::string_view column, double least,
                                         double most);

    /// Remembers that a cell holds what it must not.
    void refuse(std::size_t row, std::string_view column, std::string_view expected);

    const std::optional<Error>& fault() const { return fault_; }

    /// "psychrolib_grid:17", for rows that have no id of their own.
    std::string placeOf(std::size_t row) const;

  private:
    std::filesystem::path path_;
    std::string stem_;
    CsvTable table_;
    std::optional<Error> fault_;
};

}  // namespace headroom::engine
