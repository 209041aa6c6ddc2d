// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/files/temporary.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <utility>
#include <vector>

namespace headroom::engine {

/// The place of a recording that is being made: nobody else may write there, what stood there stays
/// until the new one holds something, and it is noticed when the file goes away.
///
/// From reserve() on RUN.db.writing is next to it, with an exclusive lock (flock) of this
/// process on it: the lock ends with the process, the file is taken over where a dead one left it.
class RecordingFile {
  public:
    /// STO-001: no such folder. STO-002: a recording is there, and not `replace`. STO-003:
    /// something else is there. STO-005: folder or file may not be written. STO-006: it is being
    /// written, or read while it is unfinished. A link leads to the file behind it.
    static Result<std::unique_ptr<RecordingFile>> reserve(const std::filesystem::path& path,
                                                          bool replace);
    /// Nobody may have the database open. Logs of one that went away are removed, where they are still its own.
    ~RecordingFile();
    RecordingFile(const RecordingFile&) = delete;
    RecordingFile& operator=(const RecordingFile&) = delete;

    /// Where the database is: a temporary file until it is placed.
    const std::filesystem::path& path() const { return isPlaced_ ? target_ : temporary_.path(); }

    bool isPlaced() const { return isPlaced_; }

    /// Once, when the database was made there: from now on it is watched.
    Result<void> watch();

    /// Puts it in its place, in one step. Nobody may have the database open. STO-008: another file
    /// has appeared there since reserve().
    Result<void> place();

    /// Once the database was opened in its place: its logs are there now.
    void watchLogs();

    /// STO-008: it was removed, renamed or replaced; says what is left, and where.
    Result<void> check() const;

  private:
    /// A file, regardless of its name.
    struct Identity {
        std::uint64_t device = 0, number = 0;
        bool operator==(const Identity&) const = default;
    };

    RecordingFile() = default;
    static Identity identityOf(const std::filesystem::path& path);
    Result<void> lock();
    Result<void> lookAt(bool replace);

    std::filesystem::path named_;   // by the user, for messages
    std::filesystem::path target_;  // behind links
    Temporary temporary_;
    Temporary lockName_;
    int lock_ = -1;
    int file_ = -1;    // O_PATH: to close it drops none of SQLite's locks
    Identity before_;  // what stood there at reserve()
    std::vector<std::pair<std::filesystem::path, Identity>> logs_;
    bool isPlaced_ = false;
};

}  // namespace headroom::engine
