// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"

#include <filesystem>
#include <string>
#include <utility>

namespace headroom::engine {

/// Fault of a recording.
inline Error recordingError(const char* code, std::string message, std::string remedy,
                            const std::filesystem::path& file) {
    Error e;
    e.code = code;
    e.message = std::move(message);
    e.remedy = std::move(remedy);
    e.file = file.string();
    return e;
}

}  // namespace headroom::engine
