// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>

namespace headroom::engine {

/// The bytes of a ZIP archive with these entries, by name. All entries carry the same date (1980-01-01): the same entries give the
/// same bytes in every time zone. Null if there is no memory for it.
std::optional<std::string> zipOf(const std::map<std::string, std::string>& entries);

}  // namespace headroom::engine
