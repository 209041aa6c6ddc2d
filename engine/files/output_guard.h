// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/files/file_kind.h"

#include <filesystem>
#include <string>
#include <vector>

namespace headroom::engine {

/// Name of an output that is text and goes to standard output. OUT-007 refuses it for all other outputs.
inline constexpr const char* kStandardOutput = "-";

/// Files that a command reads and writes, checked before anything is computed, so that nothing is lost to a slip of the
/// hand and nobody waits for a result that cannot be written. Empty paths
/// are options that were not given.
class OutputGuard {
  public:
    void reads(const std::filesystem::path& file);
    /// `option` names it in errors ("--out").
    void writes(const std::string& option, const std::filesystem::path& file,
                FileKind kind = FileKind::Other);
    /// A folder that is made where it is missing; writes() lists the files in it.
    void writesInto(const std::string& option, const std::filesystem::path& folder);

    /// OUT-001: an output is a file that is read, under the same or another name. OUT-002: two
    /// outputs are one file, or one is where standard output or error already goes. OUT-007. And what
    /// mayReplace() says of each output.
    Result<void> check() const;

  private:
    struct Output {
        std::string option;
        std::filesystem::path path;
        FileKind kind;
    };

    std::vector<std::filesystem::path> inputs_;
    std::vector<Output> outputs_;
};

}  // namespace headroom::engine
