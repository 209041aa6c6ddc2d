// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/sheet/sheet.h"

#include <filesystem>
#include <string>
#include <vector>

namespace headroom::engine {

/// Writes an Office Open XML workbook (.xlsx) atomically. The heading stays in sight, columns have
/// filters and the width of their text. Numbers are in the unit of the head. XLS-001: a sheet that no workbook can hold (more than
/// 1,048,570 rows or 16,384 columns, a name twice or malformed); FIL-004: the file cannot be
/// written.
Result<void> writeWorkbook(const std::filesystem::path& path, const std::vector<Sheet>& sheets,
                           const std::string& title);

}  // namespace headroom::engine
