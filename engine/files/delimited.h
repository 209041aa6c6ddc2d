// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

/// Tables as text, as spreadsheets write and paste them.
namespace headroom::engine {

struct DelimitedRow {
    int line = 0;  ///< where it begins, from 1
    std::vector<std::string> cells;
};

struct DelimitedText {
    char separator = ',';
    std::vector<DelimitedRow> rows;  ///< without empty lines
    int openQuoteLine = 0;           ///< where a quoted cell begins that never ends; 0 if none does
    bool isUtf8 = true;
};

/// Splits comma, semicolon or tab separated text: the separator is a tab where the first line has
/// one, otherwise the more frequent one outside quotes. A byte order mark is passed over,
/// LF, CRLF and CR end lines, and quoted cells (RFC 4180) may hold separators, line breaks and
/// doubled quotes. A quote inside an unquoted cell is a character like any other (24" rack).
DelimitedText splitDelimited(std::string_view text);

/// A cell as RFC 4180 has it: quoted where it must be. The only place that quotes cells.
void appendDelimited(std::string& text, std::string_view cell, char separator);
std::string delimitedCell(const std::string& cell, char separator);

/// Whether a text is well-formed UTF-8 without zero bytes.
bool isUtf8Text(std::string_view text);

}  // namespace headroom::engine
