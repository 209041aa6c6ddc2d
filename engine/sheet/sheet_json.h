// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/sheet/sheet.h"

#include <nlohmann/json_fwd.hpp>

#include <cstddef>
#include <string_view>

namespace headroom::engine {

/// One object a row, in the order of the columns. "design.racks_lost" nests in "design", at any depth. A cell with nothing has no member;
/// a number that is not known is null. Content that no table holds (lists, trees) is added to the objects by the answer.
nlohmann::ordered_json sheetJson(const Sheet& sheet);

/// A member as a cell: the inverse of what sheetJson() writes. Lists and objects become their JSON text on one line.
SheetCell jsonCell(const nlohmann::ordered_json& value);

/// One row as an object. An answer that is a single set of figures is a sheet of one row.
nlohmann::ordered_json rowJson(const Sheet& sheet, std::size_t row = 0);

/// One object whose members are named by the texts of one column and have the values of another.
nlohmann::ordered_json keyedJson(const Sheet& sheet, std::string_view name, std::string_view value);

}  // namespace headroom::engine
