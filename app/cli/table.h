// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/subcommand.h"
#include "engine/sheet/sheet.h"

#include <string>
#include <vector>

namespace headroom::app {

using Cells = std::vector<std::vector<std::string>>;  ///< rows of equal length, header first

/// Columns padded to their widest cell, two spaces between, a line under the header. Columns whose
/// cells below the header are all numbers are aligned right.
std::string alignedTable(const Cells& rows);

/// RFC 4180, one line per row.
std::string csvTable(const Cells& rows);

/// `--wide`, of a subcommand that prints sheets.
void addWide(Subcommand command);

/// A sheet as text (engine/sheet/sheet_text.h) that fits the terminal; of any width where standard output is a file or
/// another program. Details are printed with --wide alone.
std::string tableText(const engine::Sheet& sheet);

/// The title of a sheet, what it says, and its table.
std::string titledTable(const engine::Sheet& sheet);

}  // namespace headroom::app
