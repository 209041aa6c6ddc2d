// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

namespace headroom::engine {

/// Whether a relative path stays below a folder on the disk as it is now: it is not absolute, has no step out of the
/// folder, and no symbolic link on the way leads out (openat2 with RESOLVE_BENEATH; where the kernel lacks it, the
/// canonical path decides). A path that names no file yet may stay inside as well.
bool staysInside(const std::filesystem::path& folder, const std::filesystem::path& path);

}  // namespace headroom::engine
