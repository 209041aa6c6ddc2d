// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/sheet/sheet.h"

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace headroom::engine {

/// A sheet as text of one line a row: columns padded to their widest cell, two spaces between, a line under the heads,
/// numbers to the right with commas between thousands. Columns that say nothing are left out.
/// `width`: characters of a line; 0 means any. Where the table is wider, long texts are cut first ("…"), then the last columns
/// are left out; the first column always stays. The last line then says what is missing: "--wide" prints it.
/// `details`: with the columns that are details.
std::string sheetText(const Sheet& sheet, std::size_t width = 0, bool details = true);

/// A sheet of one row as lines: words, value, unit. Cells that say nothing, and numbers that are 0 if `!zeros`, are left out.
std::string figuresText(const Sheet& sheet, bool zeros = true);

/// Writes a sheet as text; what prints to a terminal passes one that knows its width.
using SheetWriter = std::function<std::string(const Sheet&)>;

/// Rows of texts of equal length, the heads first, set in the same way. `toRight`: one a column.
std::string alignedText(const std::vector<std::vector<std::string>>& rows,
                        const std::vector<bool>& toRight);

/// Characters, not bytes, of UTF-8 text.
std::size_t characters(const std::string& text);

}  // namespace headroom::engine
