// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/report/report_tree.h"
#include "engine/sheet/sheet.h"

#include <cstddef>
#include <string_view>

namespace headroom::engine::report {

/// A sheet in a report: heading, explanation, table. Beyond `most` rows a note counts the rest and `where` names the
/// place of all rows. Columns in which nothing is stated, and details, are left out. The explanation of a column is the
/// tool tip of its head.
Blocks blocksOf(const Sheet& sheet, std::size_t most, std::string_view where);

/// All rows.
Blocks blocksOf(const Sheet& sheet);

}  // namespace headroom::engine::report
