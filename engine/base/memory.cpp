// SPDX-License-Identifier: Apache-2.0
#include "engine/base/memory.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <limits>
#include <optional>
#include <sys/resource.h>
#include <unistd.h>

namespace headroom::engine {

namespace {

constexpr std::uint64_t kUnknown = std::numeric_limits<std::uint64_t>::max();

/// The first bytes of a file of the kernel; a text without allocation.
class KernelText {
  public:
    explicit KernelText(const char* path) {
        const int file = ::open(path, O_RDONLY | O_CLOEXEC);
        if (file < 0) {
            return;
        }
        const ssize_t size = ::read(file, text_.data(), text_.size() - 1);
        ::close(file);
        isThere_ = size > 0;
    }

    /// The first number after a word; the first of all after an empty one.
    std::optional<std::uint64_t> after(const char* word) const {
        const char* at = isThere_ ? std::strstr(text_.data(), word) : nullptr;
        if (at == nullptr) {
            return std::nullopt;
        }
        char* end = nullptr;
        at += std::strlen(word);
        const std::uint64_t value = std::strtoull(at, &end, 10);
        return end == at ? std::nullopt : std::optional(value);
    }

  private:
    std::array<char, 4096> text_{};
    bool isThere_ = false;
};

std::uint64_t less(std::uint64_t limit, std::uint64_t used) {
    return limit > used ? limit - used : 0;
}

std::uint64_t leftOf(int resource, std::uint64_t used) {
    struct rlimit limit {};

    if (::getrlimit(static_cast<__rlimit_resource>(resource), &limit) != 0 ||
        limit.rlim_cur == RLIM_INFINITY) {
        return kUnknown;
    }
    return less(limit.rlim_cur, used);
}

}  // namespace

std::uint64_t memoryLeft() {
    std::uint64_t left = kUnknown;
    const KernelText status("/proc/self/status");
    if (const auto size = status.after("VmSize:")) {
        left = std::min(left, leftOf(RLIMIT_AS, 1024 * *size));
    }
    if (const auto size = status.after("VmData:")) {
        left = std::min(left, leftOf(RLIMIT_DATA, 1024 * *size));
    }
    const KernelText machine("/proc/meminfo");
    if (const auto available = machine.after("MemAvailable:")) {
        left = std::min(left, 1024 * (*available + machine.after("SwapFree:").value_or(0)));
    }
    // Nothing where the group has no limit: its file says "max".
    const auto most = KernelText("/sys/fs/cgroup/memory.max").after("");
    const auto used = KernelText("/sys/fs/cgroup/memory.current").after("");
    if (most && used) {
        // The cache of files counts as used and is given back when asked for.
        const KernelText parts("/sys/fs/cgroup/memory.stat");
        const std::uint64_t cache = parts.after("inactive_file ").value_or(0);
        left = std::min(left, less(*most, less(*used, cache)));
    }
    return left;
}

std::string memoryText(double bytes) {
    std::array<char, 40> text{};
    if (bytes >= 1e9) {
        std::snprintf(text.data(), text.size(), "%.1f GB", bytes / 1e9);
    } else {
        std::snprintf(text.data(), text.size(), "%.0f MB", bytes / 1e6);
    }
    return text.data();
}

}  // namespace headroom::engine
