// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace headroom::app {

using Cells = std::vector<std::vector<std::string>>;  ///< rows of equal length, header first

/// Columns padded to their widest cell, two spaces between, a line under the header. Columns whose
/// cells below the header are all numbers are aligned right.
std::string alignedTable(const Cells& rows);

/// RFC 4180, one line per row.
std::string csvTable(const Cells& rows);

}  // namespace headroom::app
