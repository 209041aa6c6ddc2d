// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/files/file_kind.h"
#include "engine/files/temporary.h"

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

/// The one way in which files are written: next to their place under a temporary name, flushed to
/// the disk, renamed. After any fault the old file is unchanged and no other file stays.
/// (Only recordings grow in their place; engine/store/recording_file.h says how.)
namespace headroom::engine {

/// Whether something of the kind `written` may be put where `path` leads. OUT-003: a project, a
/// recording or a part of a catalogue is there and is of another kind. OUT-004: a folder.
/// OUT-005: a device, a pipe or a socket, which would be replaced by a file. STO-003: a recording
/// takes the place of a recording only. FIL-004: no such folder, or folder or file are
/// write-protected.
Result<void> mayReplace(const std::filesystem::path& path, FileKind written);

/// Where a name leads: through links to the file behind them, whether it is there or not; a loop of
/// links leads to itself.
std::filesystem::path fileBehind(const std::filesystem::path& path);

class OutputFile {
  public:
    /// A link stays a link: the file behind it is replaced. Errors of mayReplace().
    static Result<OutputFile> open(const std::filesystem::path& path, FileKind kind);
    OutputFile(OutputFile&& other) noexcept;
    OutputFile& operator=(OutputFile&&) = delete;
    ~OutputFile();

    /// The first failure is kept for commit().
    void write(std::string_view bytes);

    /// Puts it in its place, with the rights of the file that was there. FIL-004 with the cause.
    Result<void> commit();

  private:
    OutputFile(std::filesystem::path path, std::filesystem::path target, FileKind kind)
        : path_(std::move(path)),
          target_(std::move(target)),
          kind_(kind),
          temporary_(Temporary::beside(target_)) {}

    Result<void> create();

    std::filesystem::path path_;    // as given
    std::filesystem::path target_;  // behind links
    FileKind kind_;
    Temporary temporary_;
    int descriptor_ = -1;
    int failed_ = 0;  // errno
};

Result<void> writeFile(const std::filesystem::path& path, std::string_view bytes,
                       FileKind kind = FileKind::Other);

/// The new name of a file in a folder must reach the disk, too. Some file systems refuse; the data
/// are safe.
void flushFolderOf(const std::filesystem::path& file);

}  // namespace headroom::engine
