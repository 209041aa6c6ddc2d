// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/store/recorder.h"

#include <filesystem>
#include <functional>

namespace headroom::engine {

/// Makes a recording at `target` in one step: `copy` writes the database to the path that it is given, and the parts of
/// `standing` that are not empty complete it. Errors: those of RecordingFile::reserve() and of `copy`.
Result<void> placeCopy(const std::filesystem::path& target, bool replace,
                       const std::function<Result<void>(const std::filesystem::path&)>& copy,
                       const RunStanding& standing);

/// Copies the recording `from`, which nobody writes, to `target`. `follows`: see RunStanding.
/// Errors: STO-010 (no such file), STO-011 (not a recording), those of RecordingFile::reserve().
Result<void> copyRecording(const std::filesystem::path& from, const std::filesystem::path& target,
                           bool replace, const std::string& follows = {});

}  // namespace headroom::engine
