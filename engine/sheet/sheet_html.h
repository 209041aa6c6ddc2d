// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/sheet/sheet.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace headroom::engine {

/// A table with its heading (`h3`) and what it says; numbers to the right. Beyond `most`
/// rows a sentence counts the rest and `where` names the place of all rows. Columns in which nothing
/// is stated, and details, are left out. The title of a head explains its column.
std::string sheetHtml(const Sheet& sheet, std::size_t most, std::string_view where);

}  // namespace headroom::engine
