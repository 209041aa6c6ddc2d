// SPDX-License-Identifier: Apache-2.0
#include "engine/files/inside_folder.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/syscall.h>
#include <system_error>
#include <unistd.h>

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

}  // namespace

bool staysInside(const fs::path& folder, const fs::path& path) {
    if (path.empty() || path.is_absolute()) {
        return false;
    }
    const fs::path plain = path.lexically_normal();
    if (*plain.begin() == "..") {
        return false;
    }
    const int root = ::open(folder.empty() ? "." : folder.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (root < 0) {
        return false;
    }
    open_how how{};
    how.flags = O_PATH | O_CLOEXEC;
    how.resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS;
    const long file = ::syscall(SYS_openat2, root, path.c_str(), &how, sizeof how);
    const int cause = file < 0 ? errno : 0;
    ::close(root);
    if (file >= 0) {
        ::close(static_cast<int>(file));
        return true;
    }
    if (cause == ENOSYS || cause == EPERM) {
        return isBelowCanonically(folder, path);
    }
    return cause == ENOENT || cause == ENOTDIR;
}

}  // namespace headroom::engine
