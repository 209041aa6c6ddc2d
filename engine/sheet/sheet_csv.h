// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/sheet/sheet.h"

#include <string>

namespace headroom::engine {

/// The head and the rows of a sheet as CSV (RFC 4180, lines end with LF). Heads are the keys of the columns; numbers have
/// all their digits (15 significant ones), empty for what is not known. Columns that say nothing stay: a script finds the
/// same heads in every file of one answer.
std::string sheetCsv(const Sheet& sheet);

}  // namespace headroom::engine
