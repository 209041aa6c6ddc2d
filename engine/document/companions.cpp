// SPDX-License-Identifier: Apache-2.0
#include "engine/document/companions.h"

#include "engine/border/workbook_sheet.h"
#include "engine/files/inside_folder.h"
#include "engine/files/output_file.h"
#include "models/core/file_path.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <string>
#include <system_error>
#include <utility>

namespace headroom::engine {

namespace {

namespace fs = std::filesystem;

struct Named {
    std::string objectId, label;
    fs::path
        raw;  ///< from the project's text, without the sheet of a workbook; links on its way count, so "link/../a" is not "a"
    fs::path path;  ///< normal
};

/// Paths that the objects name.
std::vector<Named> pathsIn(const Project& project) {
    std::vector<Named> all;
    for (const Object& object : project.objects) {
        for (std::size_t i = 0; i < object.values.size(); ++i) {
            const models::Attribute& attribute = object.type->attributes[i];
            const auto* text = std::get_if<std::string>(&object.values[i]);
            if (models::isFilePath(attribute) && text != nullptr && !text->empty()) {
                const fs::path file = fileOfName(project.folder(), *text);
                all.push_back(
                    {object.id, std::string(attribute.label), file, file.lexically_normal()});
            }
        }
    }
    return all;
}

/// Files outside the folder that `after` names and `before` does not.
std::vector<Named> outsideOf(const Project& before, const Project& after) {
    const std::vector<Named> known = pathsIn(before);
    std::vector<Named> outside = pathsIn(after);
    std::erase_if(outside, [&](const Named& named) {
        return staysInside(before.folder(), named.raw) ||
               std::any_of(known.begin(), known.end(),
                           [&](const Named& k) { return k.raw == named.raw; });
    });
    return outside;
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

Result<void> copyWhole(const fs::path& from, const fs::path& to) {
    std::error_code failure;
    fs::create_directories(to.parent_path(), failure);
    auto copy = OutputFile::open(to, fileKind(from));
    if (!copy) {
        return tl::unexpected(std::move(copy.error()));
    }
    std::ifstream source(from, std::ios::binary);
    std::array<char, std::size_t{1} << 16U> block;
    while (source.read(block.data(), block.size()) || source.gcount() > 0) {
        copy->write({block.data(), static_cast<std::size_t>(source.gcount())});
    }
    if (!source.eof()) {
        return tl::unexpected(Error{"FIL-002", "cannot be read: it goes with the project",
                                    "Check the permissions of the file.", from.string(), "", 0});
    }
    return copy->commit();
}

}  // namespace

fs::path fileOfName(const fs::path& projectFolder, const std::string& name) {
    const std::string sheet = SheetPath::of(projectFolder / name).sheet;
    return !sheet.empty() && name.ends_with('#' + sheet)
               ? name.substr(0, name.size() - sheet.size() - 1)
               : name;
}

fs::path projectCatalogueFolder(const fs::path& projectFolder) {
    return projectFolder / "catalog";
}

std::vector<fs::path> companionsOf(const Project& project) {
    std::vector<fs::path> all;
    if (project.file.empty()) {
        return all;
    }
    for (const Named& named : pathsIn(project)) {
        if (named.path.is_relative() && !leadsOut(named.path)) {
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

std::vector<fs::path> filesElsewhere(const Project& project) {
    std::vector<fs::path> all;
    for (Named& named : pathsIn(project)) {
        const bool isElsewhere =
            !project.file.empty() && (named.path.is_absolute() || leadsOut(named.path));
        if (isElsewhere && std::find(all.begin(), all.end(), named.raw) == all.end()) {
            all.push_back(std::move(named.raw));
        }
    }
    return all;
}

std::vector<fs::path> filesReadFor(const Project& project) {
    std::vector<fs::path> all;
    if (project.file.empty()) {
        return all;
    }
    all.push_back(project.file);
    for (const Named& named : pathsIn(project)) {
        all.push_back(project.folder() / named.path);  // an absolute path stays itself
    }
    for (const fs::path& companion : companionsOf(project)) {
        all.push_back(project.folder() / companion);
    }
    return all;
}

Errors namedOutside(const Project& before, const Project& after) {
    Errors faults;
    for (const Named& named : outsideOf(before, after)) {
        faults.push_back(
            {"PRJ-033",
             named.label + " of \"" + named.objectId + "\" is outside the project's folder",
             "Name a file inside the project's folder on the server, by a relative path.", "",
             named.objectId, 0});
    }
    return faults;
}

std::vector<fs::path> pathsOutside(const Project& before, const Project& after) {
    std::vector<fs::path> paths;
    for (Named& named : outsideOf(before, after)) {
        if (std::find(paths.begin(), paths.end(), named.raw) == paths.end()) {
            paths.push_back(std::move(named.raw));
        }
    }
    return paths;
}

Errors namedOutside(const Project& project) {
    Project nothing;
    nothing.file = project.file;
    return namedOutside(nothing, project);
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
                                        "another file of that name exists there.",
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
