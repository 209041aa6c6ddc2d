// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <filesystem>
#include <string>
#include <system_error>
#include <unistd.h>

namespace headroom::app {

/// A database of a benchmark (a recording, results of a study): there is none when it begins, and it goes, with what
/// SQLite and a run leave next to it, when it ends.
struct TemporaryDatabase {
    std::filesystem::path path;

    /// `what`: a word of the file's name.
    explicit TemporaryDatabase(const char* what)
        : path(std::filesystem::temp_directory_path() /
               fmt::format("headroom-bench-{}-{}.db", getpid(), what)) {
        clear();
    }

    ~TemporaryDatabase() { clear(); }

    TemporaryDatabase(const TemporaryDatabase&) = delete;
    TemporaryDatabase& operator=(const TemporaryDatabase&) = delete;

  private:
    void clear() const {
        std::error_code ignored;
        for (const char* suffix : {"", "-wal", "-shm", "-journal", ".running"}) {
            std::filesystem::remove(path.string() + suffix, ignored);
        }
    }
};

}  // namespace headroom::app
