// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"

#include <filesystem>
#include <string_view>

namespace headroom::engine {

/// A folder of its own among the system's temporary files (TMPDIR), that nobody else may read. It goes, with all that is in
/// it, when this does.
class TemporaryFolder {
  public:
    /// `what`: a word of its name, without a dash. removeThoseOfTheDead() goes first. FIL-004: none can be made.
    static Result<TemporaryFolder> make(std::string_view what);

    /// Removes those of this user whose process was killed before it could. Folders of live processes and of other hosts stay.
    static void removeThoseOfTheDead();

    /// None yet.
    TemporaryFolder() = default;
    TemporaryFolder(TemporaryFolder&& other) noexcept;
    TemporaryFolder& operator=(TemporaryFolder&& other) noexcept;
    ~TemporaryFolder();

    const std::filesystem::path& path() const { return path_; }

  private:
    std::filesystem::path path_;
};

}  // namespace headroom::engine
