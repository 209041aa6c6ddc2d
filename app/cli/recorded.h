// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/replay/replay.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <string_view>

namespace headroom::app {

/// A recording, with all that its run was made from. CLI-001: no data folder; errors of
/// Recording::open and Replay::open.
engine::ResultAll<std::unique_ptr<engine::Replay>> openReplay(const std::filesystem::path& path);

/// parseDuration, and 0: the start of a run.
std::optional<double> recordedTime(std::string_view text);

}  // namespace headroom::app
