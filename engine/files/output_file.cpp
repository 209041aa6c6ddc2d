// SPDX-License-Identifier: Apache-2.0
#include "engine/files/output_file.h"

#include <cerrno>
#include <fcntl.h>
#include <string>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace headroom::engine {

namespace {

namespace fs = std::filesystem;

Error outputError(std::string code, const fs::path& path, std::string message, std::string remedy) {
    return {std::move(code), std::move(message), std::move(remedy), path.string(), "", 0};
}

Error cannotWrite(const fs::path& path, int cause) {
    const bool isFull = cause == ENOSPC || cause == EDQUOT || cause == EFBIG;
    return outputError("FIL-004", path,
                       "cannot be written: " + std::generic_category().message(cause),
                       isFull ? "Free some space or choose another folder."
                              : "Choose a folder that exists and in which you may write.");
}

}  // namespace

fs::path fileBehind(const fs::path& path) {
    constexpr int kMostLinks = 40;  // as Linux follows
    fs::path at = path;
    std::error_code fault;
    for (int links = 0; links < kMostLinks; ++links) {
        if (!fs::is_symlink(at, fault)) {
            return at;
        }
        at = at.parent_path() / fs::read_symlink(at, fault);  // an absolute one stays itself
    }
    return path;
}

void flushFolderOf(const fs::path& file) {
    const int folder = ::open(folderOf(file).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder >= 0) {
        ::fsync(folder);
        ::close(folder);
    }
}

Result<void> mayReplace(const fs::path& path, FileKind written) {
    const fs::path target = fileBehind(path);

    struct stat status {};

    if (::stat(target.c_str(), &status) != 0 && errno != ENOENT) {
        return tl::unexpected(cannotWrite(path, errno));  // a loop of links, a name too long
    }
    const FileKind there = fileKind(target);
    const std::string what = fileKindWords(there);
    if (there == FileKind::Folder) {
        return tl::unexpected(outputError("OUT-004", path, "is a folder: a file is to be written",
                                          "Name a file; this folder may hold it."));
    }
    if (there == FileKind::Special) {
        return tl::unexpected(outputError("OUT-005", path,
                                          "is " + what + ": it would be replaced by a file",
                                          "Name a file, and copy it there afterwards."));
    }
    if (written == FileKind::Recording && there != FileKind::Recording &&
        there != FileKind::Nothing) {
        return tl::unexpected(
            outputError("STO-003", path, "the file exists and is not a recording: it is left alone",
                        "choose another file name"));
    }
    if (isDocument(there) && there != written) {
        return tl::unexpected(
            outputError("OUT-003", path, "is " + what + ", and would be replaced by something else",
                        "Choose another name, or move it away."));
    }
    // The rights of who runs this, not of who began it.
    const auto isOpen = [](const fs::path& place, int mode) {
        return ::faccessat(AT_FDCWD, place.c_str(), mode, AT_EACCESS) == 0;
    };
    if (!isOpen(folderOf(target), W_OK | X_OK)) {
        return tl::unexpected(cannotWrite(path, errno));
    }
    if (there != FileKind::Nothing && !isOpen(target, W_OK)) {
        return tl::unexpected(outputError("FIL-004", path, "is write-protected: it is left alone",
                                          "Choose another name, or allow it to be written."));
    }
    return {};
}

Result<OutputFile> OutputFile::open(const fs::path& path, FileKind kind) {
    if (auto fine = mayReplace(path, kind); !fine) {
        return tl::unexpected(std::move(fine.error()));
    }
    OutputFile file(path, fileBehind(path), kind);
    if (auto made = file.create(); !made) {
        return tl::unexpected(std::move(made.error()));
    }
    return file;
}

Result<void> OutputFile::create() {
    struct stat before {};

    const bool existed = ::stat(target_.c_str(), &before) == 0;
    descriptor_ = ::open(temporary_.path().c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC,
                         existed ? 0600 : 0666);
    if (descriptor_ < 0) {
        return tl::unexpected(cannotWrite(path_, errno));
    }
    if (existed) {
        // An administrator who saves somebody's file leaves it to them.
        if (before.st_uid != ::geteuid() || before.st_gid != ::getegid()) {
            static_cast<void>(::fchown(descriptor_, before.st_uid, before.st_gid) == 0);
        }
        // Rights to read and write only: new content gets no set-user bit of the old.
        if (::fchmod(descriptor_, before.st_mode & 0777U) != 0) {
            return tl::unexpected(cannotWrite(path_, errno));
        }
    }
    return {};
}

OutputFile::OutputFile(OutputFile&& other) noexcept
    : path_(std::move(other.path_)),
      target_(std::move(other.target_)),
      kind_(other.kind_),
      temporary_(std::move(other.temporary_)),
      descriptor_(std::exchange(other.descriptor_, -1)),
      failed_(other.failed_) {}

OutputFile::~OutputFile() {
    if (descriptor_ >= 0) {
        ::close(descriptor_);
    }
}

void OutputFile::write(std::string_view bytes) {
    while (!bytes.empty() && failed_ == 0) {
        const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR) {
            continue;
        }
        if (written < 0) {
            failed_ = errno;
            return;
        }
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
}

Result<void> OutputFile::commit() {
    if (failed_ == 0 && ::fsync(descriptor_) != 0) {
        failed_ = errno;
    }
    if (::close(std::exchange(descriptor_, -1)) != 0 && failed_ == 0) {
        failed_ = errno;
    }
    if (failed_ != 0) {
        return tl::unexpected(cannotWrite(path_, failed_));
    }
    // Much may have happened while it was written.
    if (auto fine = mayReplace(path_, kind_); !fine) {
        return fine;
    }
    if (::rename(temporary_.path().c_str(), target_.c_str()) != 0) {
        return tl::unexpected(cannotWrite(path_, errno));
    }
    temporary_.release();
    flushFolderOf(target_);
    return {};
}

Result<void> writeFile(const fs::path& path, std::string_view bytes, FileKind kind) {
    return OutputFile::open(path, kind).and_then([&](OutputFile file) {
        file.write(bytes);
        return file.commit();
    });
}

}  // namespace headroom::engine
