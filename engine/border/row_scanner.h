// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

/// Rows of separated or aligned text, one at a time; for users there is table_text.h.
namespace headroom::engine {

inline constexpr char kAlignedColumns =
    ' ';  ///< separator of text whose columns are two blanks apart
inline constexpr char kWordColumns =
    '\x1f';  ///< of aligned text whose cells are words, one blank apart or more

class RowScanner {
  public:
    RowScanner(std::string_view text, char separator) : text_(text), separator_(separator) {}

    /// The next row that is not empty; false at the end. Quoted cells (RFC 4180) may hold separators
    /// and line ends; a quote that never ends takes the rest of its line only.
    bool next();

    int line() const { return rowLine_; }  ///< where the row begins, from 1

    const std::vector<std::string_view>& cells() const { return cells_; }

    std::size_t at() const { return at_; }

    std::size_t rowBegin() const { return rowBegin_; }

    void rewindTo(std::size_t at, int line);

    /// Goes on in a text of which this place is a copy.
    void moveTo(std::string_view text, std::size_t at);

  private:
    void readRow();
    std::string_view quoted();
    void alignedRow();

    std::string_view text_;
    char separator_;
    std::size_t at_ = 0, rowBegin_ = 0;
    int line_ = 1, rowLine_ = 1;
    std::vector<std::string_view> cells_;
    std::deque<std::string> unquoted_;  ///< cells that hold doubled quotes
};

/// The separator that divides the first lines of a text most evenly; kAlignedColumns or kWordColumns for
/// columns by blanks, ',' for a single column.
char separatorOfText(std::string_view text);

}  // namespace headroom::engine
