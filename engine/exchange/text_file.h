// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace headroom::engine {

/// The whole text of a file; a gzip file is unpacked. FIL-001: missing, FIL-002: unreadable,
/// FIL-003: gzip data damaged or cut. Files of more than 1 GiB, packed or not, are refused.
Result<std::string> readTextFile(const std::filesystem::path& path);

/// Splits one CSV line (RFC 4180 quoting; no line breaks inside quotes).
std::vector<std::string> splitCsvLine(std::string_view line);

/// A CSV table with its header. Rows shorter or longer than the header are an error with the line.
struct CsvTable {
    std::vector<std::string> header;
    std::vector<std::vector<std::string>> rows;
    std::vector<int> lines;  ///< of each row: its line in the file, from 1

    int column(std::string_view name) const;  ///< -1: none
};

/// Empty lines are passed over. FIL-005: malformed row (line named) or an empty file.
Result<CsvTable> readCsv(const std::filesystem::path& path);

}  // namespace headroom::engine
