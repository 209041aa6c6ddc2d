// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/sheet/sheet.h"

#include <nlohmann/json_fwd.hpp>

#include <span>
#include <string>

namespace headroom::engine {

/// One object a row, in the order of the columns. "design.racks_lost" nests in "design". A cell with nothing has no member;
/// a number that is not known is null. Content that no table holds (lists, trees) is added to the objects by the answer.
nlohmann::ordered_json sheetJson(const Sheet& sheet);

/// One object with the rows of each sheet under its name, as text of two blanks a level.
std::string sheetsJson(std::span<const Sheet> sheets);

}  // namespace headroom::engine
