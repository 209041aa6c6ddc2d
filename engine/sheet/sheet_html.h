// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/sheet/sheet.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace headroom::engine {

/// A table with its heading (<h3>) and what it says; numbers to the right. Of more rows than `most`
/// the first are shown and a sentence counts the rest; `where` says where they all are. Columns in
/// which nothing is stated, and details, are left out. What a column means is the title of its head.
std::string sheetHtml(const Sheet& sheet, std::size_t most, std::string_view where);

}  // namespace headroom::engine
