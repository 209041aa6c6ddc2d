// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"

#include <cstdint>
#include <filesystem>
#include <string>

namespace headroom::engine {

/// Whether a relative path stays below a folder on the present disk: it is not absolute, has no step out of the
/// folder, and no symbolic link on the way leads out (openat2 with RESOLVE_BENEATH; where the kernel lacks it, the
/// canonical path decides). A path that names no file yet may stay inside as well.
bool staysInside(const std::filesystem::path& folder, const std::filesystem::path& path);

/// The same for a path as a file names it: relative to the folder, or absolute and below it.
bool namesInside(const std::filesystem::path& folder, const std::filesystem::path& path);

/// Reads a regular file below a folder whole. Looking and opening are one, so a link that is put in place meanwhile leads
/// nowhere. FIL-001: the folder has no such file. FIL-002: it cannot be read, is not a regular file, or is larger than `mostBytes`.
Result<std::string> readInside(const std::filesystem::path& folder,
                               const std::filesystem::path& path, std::uint64_t mostBytes);

}  // namespace headroom::engine
