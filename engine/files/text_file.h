// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"

#include <deque>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace headroom::engine {

/// The whole text of a file; a gzip file is unpacked. The faults of readInput() (input_file.h), and
/// FIL-003: gzip data damaged or cut, or of more than 1 GiB; FIL-009 of refuseForeign() (foreign_file.h).
Result<std::string> readTextFile(const std::filesystem::path& path, double memoryPerByte = 2.0);

/// Splits one CSV line (RFC 4180 quoting; no line breaks inside quotes).
std::vector<std::string> splitCsvLine(std::string_view line);

/// A CSV table with its header. Cells are views into the text that the table holds: a table takes
/// little more than its text and 16 bytes for each cell.
class CsvTable {
  public:
    std::vector<std::string> header;

    std::size_t rows() const { return lines_.size(); }

    std::string_view cell(std::size_t row, std::size_t column) const {
        return cells_[row * header.size() + column];
    }

    int line(std::size_t row) const { return lines_[row]; }  ///< in the file, from 1

    int column(std::string_view name) const;  ///< -1 if there is none

  private:
    friend Result<CsvTable> parseCsv(const std::filesystem::path& path, std::string text);

    // Both stay where they are when the table is moved.
    std::unique_ptr<std::string> text_;
    std::deque<std::string> unquoted_;  // cells whose text differs in the file
    std::vector<std::string_view> cells_;
    std::vector<int> lines_;
};

/// Memory of a CSV file for each of its bytes, with the usual results of its rows.
inline constexpr double kCsvMemoryPerByte = 12.0;

/// Empty lines are passed over. FIL-005: malformed row (line named) or an empty file.
Result<CsvTable> readCsv(const std::filesystem::path& path);

/// The same for a text that is at hand.
Result<CsvTable> parseCsv(const std::filesystem::path& path, std::string text);

}  // namespace headroom::engine
