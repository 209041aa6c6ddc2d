// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/store/recording.h"

#include <filesystem>
#include <string>
#include <vector>

namespace headroom::engine {

/// A recording as one HTML file that needs nothing beside it: headline, charts, tables, events,
/// the project, and `images` (PNG or JPEG) embedded. No script, no link to anywhere. Also of runs
/// that did not finish. REP-001: an image cannot be read; REP-002: an image of another kind.
Result<std::string> htmlReport(const Recording& recording,
                               const std::vector<std::filesystem::path>& images);

}  // namespace headroom::engine
