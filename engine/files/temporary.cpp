// SPDX-License-Identifier: Apache-2.0
#include "engine/files/temporary.h"

#include "engine/files/process_mark.h"

#include <array>
#include <atomic>
#include <climits>
#include <cstring>
#include <mutex>
#include <string_view>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace headroom::engine {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostNameBytes = 255;  // of Linux' file systems
constexpr std::string_view kMark = ".tmp-";

// Files that a signal handler removes. The first byte of a path is written last and taken away first: a
// handler sees a whole path or none.
struct Slot {
    std::atomic<char> first = '\0';
    std::array<char, PATH_MAX> rest{};
};

std::array<Slot, 32> slots;
std::mutex slotsMutex;

int remember(const std::string& path) {
    if (path.empty() || path.size() >= PATH_MAX) {
        return -1;
    }
    const std::lock_guard lock(slotsMutex);
    for (std::size_t i = 0; i < slots.size(); ++i) {
        if (slots[i].first == '\0') {
            std::memcpy(slots[i].rest.data(), path.c_str() + 1, path.size());
            slots[i].first = path.front();
            return static_cast<int>(i);
        }
    }
    return -1;  // the next writer for the same target removes it
}

// Beginning of all temporary names for a target. Names too long for one more word are cut, with
// a hash that keeps them apart.
std::string stemOf(const fs::path& target) {
    constexpr std::size_t kMostTail = 9 + 20 + 20 + 20 + 8;  // host, three numbers, "-journal"
    std::string name = target.filename().string();
    if (name.size() + kMark.size() + kMostTail > kMostNameBytes) {
        const std::string hash = shortHash(name);
        name.resize(kMostNameBytes - kMark.size() - kMostTail - hash.size());
        name += hash;
    }
    return name + std::string(kMark);
}

void removeThoseOfTheDead(const fs::path& target, const std::string& stem) {
    std::error_code fault;
    for (auto entry = fs::directory_iterator(folderOf(target), fault);
         !fault && entry != fs::directory_iterator(); entry.increment(fault)) {
        const std::string name = entry->path().filename().string();
        if (name.starts_with(stem) && isMarkOfTheDead(std::string_view(name).substr(stem.size()))) {
            std::error_code ignored;
            fs::remove(entry->path(), ignored);
        }
    }
}

}  // namespace

fs::path folderOf(const fs::path& file) {
    return file.has_parent_path() ? file.parent_path() : fs::path(".");
}

Temporary::Temporary(fs::path path)
    : path_(std::move(path)), slot_(remember(path_.string())), owner_(::getpid()) {}

Temporary Temporary::beside(const fs::path& target) {
    static std::atomic<int> count = 0;
    const std::string stem = stemOf(target);
    removeThoseOfTheDead(target, stem);
    return Temporary(folderOf(target) / (stem + ownMark() + std::to_string(++count)));
}

Temporary Temporary::named(const fs::path& path) {
    return Temporary(path);
}

Temporary::Temporary(Temporary&& other) noexcept
    : path_(std::exchange(other.path_, {})),
      slot_(std::exchange(other.slot_, -1)),
      owner_(other.owner_) {}

Temporary& Temporary::operator=(Temporary&& other) noexcept {
    std::swap(path_, other.path_);
    std::swap(slot_, other.slot_);
    std::swap(owner_, other.owner_);
    return *this;
}

Temporary::~Temporary() {
    // A process that was forked off has a copy of this object, not the file.
    if (!path_.empty() && owner_ == ::getpid()) {
        ::unlink(path_.c_str());
    }
    release();
}

void Temporary::release() {
    if (slot_ >= 0) {
        const std::lock_guard lock(slotsMutex);
        slots[static_cast<std::size_t>(slot_)].first = '\0';
        slot_ = -1;
    }
    path_.clear();
}

void removeTemporaries() noexcept {
    static std::array<char, PATH_MAX + 1> path;
    for (const Slot& slot : slots) {
        path[0] = slot.first;
        if (path[0] != '\0') {
            std::memcpy(path.data() + 1, slot.rest.data(), slot.rest.size());
            ::unlink(path.data());
        }
    }
}

}  // namespace headroom::engine
