// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/store/recording.h"

#include <filesystem>
#include <string>

namespace headroom::hostile {

/// The bytes of a recording of a quarter of an hour of a small hall; made once.
const std::string& sampleRecording();

/// Everything that the programs read of a recording: open, report, export, the window's views.
/// What a damaged file yields is a refusal or values, and ends in bounded time.
void requireReads(const std::filesystem::path& path);

}  // namespace headroom::hostile
