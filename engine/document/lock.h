// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/files/process_mark.h"

#include <filesystem>
#include <optional>
#include <string>
#include <utility>

/// A note next to a project that says who has it open, so that two people do not save over each other.
namespace headroom::engine {

/// Content of the note; empty texts where it cannot be read.
struct LockHolder {
    std::string user;
    std::string since;  ///< UTC, ISO 8601
    ProcessMark process;
};

/// PROJECT.lock next to the project, as long as this lives. Read it as text: it is JSON of four lines.
class ProjectLock {
  public:
    ProjectLock(ProjectLock&& other) noexcept : file_(std::move(other.file_)) {
        other.file_.clear();
    }

    ProjectLock& operator=(ProjectLock&& other) noexcept;
    ~ProjectLock();

  private:
    friend struct LockTaker;

    explicit ProjectLock(std::filesystem::path file) : file_(std::move(file)) {}

    void release();

    std::filesystem::path file_;
};

/// Exactly one is set, or none: then the folder takes no notes, and nobody can save there either.
struct LockAttempt {
    std::optional<ProjectLock> lock;
    std::optional<LockHolder> holder;  ///< who has it
};

/// Leaves the note. One of a dead process of this host is taken over without asking; `force` takes
/// over every other as well.
LockAttempt lockProject(const std::filesystem::path& project, bool force = false);

/// Time as notes and copies state it: UTC, "2026-11-22T09:15:04Z".
std::string utcNow();

}  // namespace headroom::engine
