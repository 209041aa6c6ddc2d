// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/subcommand.h"
#include "engine/sheet/sheet.h"

#include <string>

namespace headroom::app {

/// `--wide`, of a subcommand that prints sheets.
void addWide(Subcommand command);

/// A sheet as text (engine/sheet/sheet_text.h) that fits the terminal; of any width where standard output is a file or
/// another program. Details are printed with --wide alone.
std::string tableText(const engine::Sheet& sheet);

/// The title of a sheet, what it says, and its table.
std::string titledTable(const engine::Sheet& sheet);

}  // namespace headroom::app
