// SPDX-License-Identifier: Apache-2.0
#include "engine/document/companions.h"

#include "models/core/file_path.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <string>
#include <system_error>

namespace headroom::engine {

namespace {

namespace fs = std::filesystem;

struct Named {
    std::string objectId, label;
    fs::path path;
};

/// Relative paths that the objects name.
std::vector<Named> pathsIn(const Project& project) {
    std::vector<Named> all;
    for (const Object& object : project.objects) {
        for (std::size_t i = 0; i < object.values.size(); ++i) {
            const models::Attribute& attribute = object.type->attributes[i];
            const auto* text = std::get_if<std::string>(&object.values[i]);
            if (models::isFilePath(attribute) && text != nullptr && !text->empty() &&
                !fs::path(*text).is_absolute()) {
                all.push_back(
                    {object.id, std::string(attribute.label), fs::path(*text).lexically_normal()});
            }
        }
    }
    return all;
}

bool leadsOut(const fs::path& path) {
    return !path.empty() && *path.begin() == "..";
}

bool sameContent(const fs::path& a, const fs::path& b) {
    std::error_code failure;
    if (fs::file_size(a, failure) != fs::file_size(b, failure) || failure) {
        return false;
    }
    std::ifstream x(a, std::ios::binary), y(b, std::ios::binary);
    using Bytes = std::istreambuf_iterator<char>;
    return x && y && std::equal(Bytes(x), Bytes(), Bytes(y));
}

/// Beside its place, then renamed: a file that exists is complete.
Result<void> copyWhole(const fs::path& from, const fs::path& to) {
    std::error_code failure;
    fs::create_directories(to.parent_path(), failure);
    const fs::path part = to.string() + ".part";
    if (!failure) {
        fs::copy_file(from, part, fs::copy_options::overwrite_existing, failure);
    }
    if (!failure) {
        fs::rename(part, to, failure);
    }
    if (failure) {
        std::error_code ignored;
        fs::remove(part, ignored);
        return tl::unexpected(Error{"FIL-004", "It cannot be written: " + failure.message() + ".",
                                    "Choose another folder, or free some space.", to.string(), "",
                                    0});
    }
    return {};
}

}  // namespace

fs::path projectCatalogueFolder(const fs::path& projectFolder) {
    return projectFolder / "catalog";
}

std::vector<fs::path> companionsOf(const Project& project) {
    std::vector<fs::path> all;
    if (project.file.empty()) {
        return all;
    }
    for (const Named& named : pathsIn(project)) {
        if (!leadsOut(named.path)) {
            all.push_back(named.path);
        }
    }
    std::error_code ignored;
    for (const auto& entry :
         fs::directory_iterator(projectCatalogueFolder(project.folder()), ignored)) {
        if (entry.path().extension() == ".json") {
            all.push_back(entry.path().lexically_relative(project.folder()));
        }
    }
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return all;
}

Result<void> carryCompanions(const Project& project, const fs::path& folder) {
    std::error_code ignored;
    // A file in the folder of the program has no folder of its own.
    const fs::path from = fs::absolute(project.folder(), ignored).lexically_normal();
    const fs::path to = fs::absolute(folder, ignored).lexically_normal();
    if (project.file.empty() || fs::equivalent(from, to, ignored) || from == to) {
        return {};
    }
    for (const Named& named : pathsIn(project)) {
        if (leadsOut(named.path) && fs::exists(from / named.path, ignored) &&
            !fs::equivalent(from / named.path, to / named.path, ignored)) {
            return tl::unexpected(
                Error{"PRJ-032",
                      named.objectId + ": " + named.label + " names " + named.path.string() +
                          ", which is another file seen from the new folder.",
                      "Give its absolute path, or move it into the folder of the project.",
                      (to / named.path).lexically_normal().string(), "", 0});
        }
    }
    std::vector<fs::path> missing;
    for (const fs::path& each : companionsOf(project)) {
        if (!fs::exists(from / each, ignored)) {
            continue;
        }
        if (!fs::exists(to / each, ignored)) {
            missing.push_back(each);
        } else if (!sameContent(from / each, to / each)) {
            return tl::unexpected(Error{"PRJ-031",
                                        "The project brings a file of this name with it, but "
                                        "another one stands there already.",
                                        "Save into a folder of its own, or move that file away.",
                                        (to / each).string(), "", 0});
        }
    }
    for (const fs::path& each : missing) {
        if (auto done = copyWhole(from / each, to / each); !done) {
            return done;
        }
    }
    return {};
}

}  // namespace headroom::engine
