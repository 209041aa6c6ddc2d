// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/exchange/workbook.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace headroom::engine::report {

/// A number of a schedule: whole from 10,000 on, with thin spaces between thousands; below that up
/// to ten digits, as far as there are any. Empty for NaN.
std::string cellNumber(double value);

/// A table with its heading (<h3>) and what it says; numbers to the right. Of more rows than `most`
/// the first are shown and a sentence counts the rest; `where` says where they all are. Columns in
/// which nothing is stated are left out.
std::string sheetHtml(const Sheet& sheet, std::size_t most, std::string_view where);

}  // namespace headroom::engine::report
