// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"

#include <filesystem>
#include <string_view>

/// Files of other programs that no reader takes: columns in binary form, drawings, archives, saved objects.
namespace headroom::engine {

/// Whether a text begins as a DXF in ASCII does: group 0, SECTION, after any comments.
bool isDxfText(std::string_view begin);

/// FIL-009 names the format of a file by its first bytes, and how to convert it. Fine for a text, a gzip file and a
/// workbook. `begin` holds the first 512 bytes at least, or the whole file.
Result<void> refuseForeign(const std::filesystem::path& path, std::string_view begin);

}  // namespace headroom::engine
