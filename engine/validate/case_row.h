// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/validate/case_file.h"

#include <optional>
#include <string>
#include <string_view>

/// Cells of one row of a case table. A cell that is not a number, or is below zero, is a fault of the file (VAL-003); a
/// number or a word that is impossible (no layers, half a stage, a format that nobody has) is a fault of the row: it is
/// listed as not expressed with the place and what should be there, and the other rows count.
namespace headroom::engine {

class CaseRow {
  public:
    CaseRow(CaseTable& table, std::size_t row) : table_(table), row_(row) {}

    std::string text(std::string_view column) const { return table_.text(row_, column); }

    /// From 0 on; nothing for an empty cell.
    std::optional<double> number(std::string_view column);

    /// Above zero; nothing for an empty cell, and with a fault for another.
    std::optional<double> positive(std::string_view column);

    /// A whole number from 1 on, the same.
    std::optional<int> count(std::string_view column);

    /// Remembers the first cell that cannot be meant: what should be there.
    void wrong(std::string_view column, std::string_view expected);

    /// Empty if every cell that was read can be meant.
    const std::string& fault() const { return fault_; }

  private:
    CaseTable& table_;
    std::size_t row_;
    std::string fault_;
};

}  // namespace headroom::engine
