// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/document/lock.h"

#include <cstdint>
#include <filesystem>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

/// Copies of projects in the user's own folder: what was not saved when the program died, and how a
/// file was before. Nothing here ever writes to a project's own file.
namespace headroom::engine {

enum class CopyKind {
    Autosave,  ///< changes that were not saved; gone when they are, or when the program ends well
    Opened,    ///< the file before it was opened
    Replaced,  ///< the file as it was before it was saved over
};

struct ProjectCopy {
    CopyKind kind = CopyKind::Autosave;
    std::filesystem::path copy;      ///< the project as text
    std::filesystem::path original;  ///< empty means never saved
    std::string title;
    std::string time;  ///< UTC, ISO 8601
    std::uint64_t bytes = 0;
    ProcessMark process;  ///< that wrote it
};

class CopyStore {
  public:
    static constexpr int kMost = 5;  ///< of each kind and original

    /// The folder is made when the first copy is written.
    explicit CopyStore(std::filesystem::path folder) : folder_(std::move(folder)) {}

    const std::filesystem::path& folder() const { return folder_; }

    /// Writes one copy and removes the oldest beyond kMost. Only the last autosave of each minute is kept, so that kMost of them
    /// reach back for minutes. From any thread.
    Result<void> keep(CopyKind kind, const std::filesystem::path& original,
                      const std::string& title, std::string_view text);

    /// All that can be read, newest first. Broken parts are passed over.
    std::vector<ProjectCopy> copies() const;

    /// Returns the autosaves of processes of this host that have ended, and those of other hosts, whose processes cannot be looked at (a
    /// host may have another name today).
    std::vector<ProjectCopy> left() const;

    /// Opened and Replaced of one file.
    std::vector<ProjectCopy> earlier(const std::filesystem::path& original) const;

    /// The last autosave of a process takes the scenes of its new project with it.
    void discard(const ProjectCopy& copy);

    /// The storyboard of a project that a process had not saved to any file.
    std::filesystem::path scenesFile(const ProcessMark& process = ProcessMark::own()) const;

    /// The autosaves of this process, and the scenes of its new project.
    void discardOwn();

  private:
    std::filesystem::path folder_;
    mutable std::mutex mutex_;
    int written_ = 0;
};

/// $XDG_STATE_HOME/headroom/recovery, or ~/.local/state/headroom/recovery; empty where there is no
/// home.
std::filesystem::path usualCopyFolder();

/// Returns a free name in the folder of a file: "project.json" and "recovered 2026-11-22 09.15" give "project, recovered 2026-11-22
/// 09.15.json", with a number at its end if that is taken. Without a file, it is a name in the current folder.
std::filesystem::path nameOfCopy(const std::filesystem::path& original, const std::string& what);

}  // namespace headroom::engine
