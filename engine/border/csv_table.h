// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/files/text_file.h"

#include <filesystem>

namespace headroom::engine {

/// A table of a file in memory, for readers that go through its rows in any order: CSV by commas, semicolons, tabs or bars,
/// in any encoding, or a sheet of a workbook. Beside semicolons and tabs a cell such as "9,5" is a number with a decimal
/// comma. Lines are those of the file. Errors of readDecoded() and parseCsv(). Large tables are read by TableReader.
Result<CsvTable> readCsvTable(const std::filesystem::path& path);

}  // namespace headroom::engine
