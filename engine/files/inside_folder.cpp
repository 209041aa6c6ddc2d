// SPDX-License-Identifier: Apache-2.0
#include "engine/files/inside_folder.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace headroom::engine {

namespace {

namespace fs = std::filesystem;

/// Without the kernel's help: where links lead, compared step by step.
bool isBelowCanonically(const fs::path& folder, const fs::path& path) {
    std::error_code fault;
    const fs::path root = fs::weakly_canonical(folder, fault);
    const fs::path full = fault ? fs::path() : fs::weakly_canonical(folder / path, fault);
    if (fault) {
        return false;
    }
    return std::mismatch(root.begin(), root.end(), full.begin(), full.end()).first == root.end();
}

/// A file that is open, or none; errno says why.
struct InsideFile {
    int number = -1;

    explicit InsideFile(int opened) : number(opened) {}

    InsideFile(InsideFile&& other) noexcept : number(std::exchange(other.number, -1)) {}

    InsideFile& operator=(InsideFile&& other) noexcept {
        std::swap(number, other.number);
        return *this;
    }

    InsideFile(const InsideFile&) = delete;
    InsideFile& operator=(const InsideFile&) = delete;

    ~InsideFile() {
        if (number >= 0) {
            const int cause = errno;
            ::close(number);
            errno = cause;
        }
    }

    explicit operator bool() const { return number >= 0; }
};

/// Neither absolute nor with a step out, by its letters alone.
bool isWayDown(const fs::path& path) {
    return !path.empty() && !path.is_absolute() && *path.lexically_normal().begin() != "..";
}

bool isWithoutKernel(int cause) {
    return cause == ENOSYS || cause == EPERM;
}

InsideFile openBeneath(const fs::path& folder, const fs::path& path, int flags) {
    const InsideFile root(
        ::open(folder.empty() ? "." : folder.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    if (!root) {
        return InsideFile(-1);
    }
    open_how how{};
    how.flags = static_cast<std::uint64_t>(flags) | O_CLOEXEC;
    how.resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS;
    return InsideFile(
        static_cast<int>(::syscall(SYS_openat2, root.number, path.c_str(), &how, sizeof how)));
}

}  // namespace

bool staysInside(const fs::path& folder, const fs::path& path) {
    if (!isWayDown(path)) {
        return false;
    }
    const InsideFile file = openBeneath(folder, path, O_PATH);
    if (file) {
        return true;
    }
    const int cause = errno;
    if (isWithoutKernel(cause)) {
        return isBelowCanonically(folder, path);
    }
    std::error_code ignored;
    return (cause == ENOENT || cause == ENOTDIR) &&
           fs::is_directory(folder.empty() ? "." : folder, ignored);
}

bool namesInside(const fs::path& folder, const fs::path& path) {
    if (!path.is_absolute()) {
        return staysInside(folder, path);
    }
    std::error_code fault;
    const fs::path root = fs::absolute(folder.empty() ? "." : folder, fault);
    if (fault) {
        return false;
    }
    // The path below the folder is not normalised: where "link" leads out, "link/../a" is not "a".
    const fs::path way = path.lexically_relative(root);
    return staysInside(folder,
                       isWayDown(way) ? way : path.lexically_relative(root.lexically_normal()));
}

Result<std::string> readInside(const fs::path& folder, const fs::path& path,
                               std::uint64_t mostBytes) {
    const auto refused = [&](const char* code, const char* what) {
        return tl::unexpected(Error{
            code, what, "Name a regular file inside the folder.", (folder / path).string(), {}, 0});
    };
    if (!isWayDown(path)) {
        return refused("FIL-001", "the folder has no such file");
    }
    // O_NONBLOCK: opening a pipe must not wait for its writer.
    InsideFile file = openBeneath(folder, path, O_RDONLY | O_NONBLOCK | O_NOCTTY);
    if (!file && isWithoutKernel(errno) && isBelowCanonically(folder, path)) {
        file = InsideFile(::open((folder / path).c_str(),
                                 O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC | O_NOFOLLOW));
    }
    if (!file) {
        return refused("FIL-001", "the folder has no such file");
    }

    struct stat facts {};

    if (::fstat(file.number, &facts) != 0 || !S_ISREG(facts.st_mode) ||
        static_cast<std::uint64_t>(facts.st_size) > mostBytes) {
        return refused("FIL-002", "is not a regular file, or is too large");
    }
    std::string bytes(static_cast<std::size_t>(facts.st_size), '\0');
    std::size_t known = 0;
    while (known < bytes.size()) {
        const ssize_t more = ::read(file.number, bytes.data() + known, bytes.size() - known);
        if (more < 0 && errno == EINTR) {
            continue;
        }
        if (more <= 0) {
            break;
        }
        known += static_cast<std::size_t>(more);
    }
    if (known < bytes.size()) {
        return refused("FIL-002", "cannot be read whole");
    }
    return bytes;
}

}  // namespace headroom::engine
