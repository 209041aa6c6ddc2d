// SPDX-License-Identifier: Apache-2.0
#include "engine/files/temporary_folder.h"

#include "engine/files/process_mark.h"

#include <cstdlib>
#include <string>
#include <string_view>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace headroom::engine {

namespace fs = std::filesystem;

namespace {

const std::string kStem = "headroom-";

/// Nothing but what this user may remove, and no target of a link.
void removeFolder(const fs::path& path) {
    struct stat about {};

    std::error_code ignored;
    if (::lstat(path.c_str(), &about) == 0 && S_ISDIR(about.st_mode) &&
        about.st_uid == ::getuid()) {
        fs::remove_all(path, ignored);
    }
}

}  // namespace

void TemporaryFolder::removeThoseOfTheDead() {
    std::error_code fault;
    const fs::path among = fs::temp_directory_path(fault);
    for (auto entry = fs::directory_iterator(among, fault);
         !fault && entry != fs::directory_iterator(); entry.increment(fault)) {
        const std::string name = entry->path().filename().string();
        const std::size_t word = name.find('-', kStem.size());
        if (name.starts_with(kStem) && word != std::string::npos &&
            isMarkOfTheDead(std::string_view(name).substr(word + 1))) {
            removeFolder(entry->path());
        }
    }
}

Result<TemporaryFolder> TemporaryFolder::make(std::string_view what) {
    removeThoseOfTheDead();
    std::error_code failure;
    const fs::path among = fs::temp_directory_path(failure);
    std::string path =
        (among / (kStem + std::string(what) + '-' + ownMark())).string() + std::string(6, 'X');
    if (failure || ::mkdtemp(path.data()) == nullptr) {
        return tl::unexpected(Error{"FIL-004",
                                    "no temporary folder can be made there",
                                    "make room, or set TMPDIR to a folder that may be written to",
                                    path,
                                    {},
                                    0});
    }
    TemporaryFolder folder;
    folder.path_ = path;
    return folder;
}

TemporaryFolder::TemporaryFolder(TemporaryFolder&& other) noexcept
    : path_(std::exchange(other.path_, {})) {}

TemporaryFolder& TemporaryFolder::operator=(TemporaryFolder&& other) noexcept {
    std::swap(path_, other.path_);
    return *this;
}

TemporaryFolder::~TemporaryFolder() {
    if (!path_.empty()) {
        std::error_code ignored;
        fs::remove_all(path_, ignored);
    }
}

}  // namespace headroom::engine
