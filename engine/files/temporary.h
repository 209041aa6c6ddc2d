// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

/// Names of files that are not complete yet. They are next to what they will become, and say whose
/// they are: "plan.svg.tmp-3f2a91bc-1768-94711-1" is of host 3f2a91bc (a hash of its name and its
/// space of process numbers), process 1768 that started at tick 94711, and its first.
namespace headroom::engine {

/// The current folder for a name without one.
std::filesystem::path folderOf(const std::filesystem::path& file);

/// A name that no other file has, for as long as this lives: then the file is removed, unless it
/// was renamed to its place. The file itself is made by others.
class Temporary {
  public:
    /// Beside `target`. Temporary files for the same target whose process is gone from this host
    /// are removed first; those of live processes and of other hosts are left alone.
    static Temporary beside(const std::filesystem::path& target);
    /// A file that is only there while this lives, by its own name.
    static Temporary named(const std::filesystem::path& path);

    Temporary() = default;
    Temporary(Temporary&& other) noexcept;
    Temporary& operator=(Temporary&& other) noexcept;
    ~Temporary();

    const std::filesystem::path& path() const { return path_; }

    /// It is in its place: nothing is left to remove.
    void release();

  private:
    explicit Temporary(std::filesystem::path path);

    std::filesystem::path path_;
    int slot_ = -1;
    int owner_ = 0;  ///< process that made it: a forked child has a copy and removes nothing
};

/// Removes the temporary files of this process, which is about to end. May be called by a signal
/// handler.
void removeTemporaries() noexcept;

}  // namespace headroom::engine
