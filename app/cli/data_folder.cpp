// SPDX-License-Identifier: Apache-2.0
#include "app/cli/data_folder.h"

#include <cstdlib>
#include <system_error>

namespace headroom::app {

namespace fs = std::filesystem;

namespace {

bool hasCatalogue(const fs::path& folder) {
    std::error_code ignored;
    return fs::is_directory(folder / "resources" / "catalog", ignored);
}

/// The file from which to look; empty means the program's own.
fs::path& lookedFrom() {
    static fs::path file;
    return file;
}

bool isInside(const fs::path& path, const fs::path& folder) {
    std::error_code ignored;
    const fs::path a = fs::weakly_canonical(path, ignored);
    const fs::path b = fs::weakly_canonical(folder, ignored);
    const fs::path relative = a.lexically_relative(b);
    return !relative.empty() && *relative.begin() != "..";
}

}  // namespace

void lookFrom(const fs::path& file) {
    lookedFrom() = file;
}

fs::path dataFolder() {
    if (const char* told = std::getenv("HEADROOM_DATA"); told != nullptr && *told != '\0') {
        return told;
    }
    std::error_code ignored;
    const fs::path program =
        lookedFrom().empty() ? fs::read_symlink("/proc/self/exe", ignored) : lookedFrom();
    if (!program.empty()) {
        fs::path installed = program.parent_path().parent_path() / "share" / "headroom";
        if (hasCatalogue(installed)) {
            return installed;
        }
        for (fs::path up = program.parent_path(); up != up.root_path(); up = up.parent_path()) {
            for (const fs::path& folder : {up, up / "share" / "headroom"}) {
                if (hasCatalogue(folder)) {
                    return folder;
                }
            }
        }
    }
    // Without /proc, as in a bare chroot: where it was built to be installed, then where it was built.
    for (const char* folder : {HEADROOM_INSTALLED_DATA, HEADROOM_SOURCE_DIR}) {
        if (hasCatalogue(folder)) {
            return folder;
        }
    }
    return {};
}

fs::path outputFolder(const fs::path& beside) {
    std::error_code ignored;
    const fs::path data = dataFolder();
    if (!data.empty() && isInside(beside, data / "scenarios")) {
        return fs::current_path(ignored);
    }
    return beside;
}

}  // namespace headroom::app
