// SPDX-License-Identifier: Apache-2.0
#include "engine/study/design.h"

#include "engine/document/companions.h"
#include "engine/document/own_parts.h"
#include "engine/files/output_file.h"
#include "engine/files/text_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <system_error>
#include <vector>

namespace headroom::engine {

namespace fs = std::filesystem;

namespace {

Error taken(const fs::path& file) {
    return {"STU-019",
            "another design exists there",
            "Choose another folder, or move it away",
            file.string(),
            "",
            0};
}

bool holds(const fs::path& file, const std::string& text) {
    const auto there = readTextFile(file);
    return there && *there == text;
}

/// The name that people see says where the design comes from.
void nameAfter(Project& project, const std::string& from) {
    for (Object& object : project.objects) {
        const models::Attribute* name = object.type->single && object.type->section == "project"
                                            ? object.type->find("name")
                                            : nullptr;
        if (name != nullptr) {
            models::Value& value =
                object.values[static_cast<std::size_t>(name - object.type->attributes.data())];
            const auto* was = std::get_if<std::string>(&value);
            value = fmt::format("{} ({})", was == nullptr ? "Project" : *was, from);
        }
    }
}

/// The catalogue with figures of this point's choosing, as files by type: parts that the project has as its own
/// already, and those that are changed.
Result<std::map<std::string, std::string>> ownParts(const StudyDesign& design, const Study& study,
                                                    std::size_t point) {
    std::map<const models::ComponentType*, std::vector<CatalogueEntry>> parts;
    for (const FigureChange& change : design.figures) {
        const CatalogueEntry& changed = design.catalogue.entries()[change.entry];
        std::vector<CatalogueEntry>& own = parts[changed.type];
        if (own.empty()) {
            const fs::path there = projectCatalogueFolder(design.project.folder()) /
                                   (std::string(changed.type->id) + ".json");
            const auto ids = partsIn(there);
            if (!ids) {
                return tl::unexpected(ids.error());
            }
            for (const std::string& id : *ids) {
                if (const CatalogueEntry* entry = design.catalogue.find(changed.type->id, id)) {
                    own.push_back(*entry);
                }
            }
        }
        auto at = std::find_if(own.begin(), own.end(),
                               [&](const CatalogueEntry& e) { return e.id == changed.id; });
        if (at == own.end()) {
            at = own.insert(own.end(), changed);
        }
        Provenance& from = at->provenance.own()[change.attribute];
        from = {"chosen",     fmt::format("Study \"{}\", point {}", study.name, point),
                "not stated", "",
                {},           {}};
    }
    std::map<std::string, std::string> files;
    for (const auto& [type, own] : parts) {
        files.emplace(std::string(type->id) + ".json", catalogueFileText(*type, own));
    }
    return files;
}

}  // namespace

std::string designFolderName(const Study& study, std::size_t point) {
    std::string name;
    for (const char c : study.name) {
        const auto u = static_cast<unsigned char>(c);
        if (std::isalnum(u) != 0) {
            name += static_cast<char>(std::tolower(u));
        } else if (!name.empty() && name.back() != '-') {
            name += '-';
        }
    }
    while (!name.empty() && name.back() == '-') {
        name.pop_back();
    }
    return fmt::format("{}-point-{}", name.empty() ? "study" : name, point);
}

ResultAll<fs::path> writeDesign(const StudyPlan& plan, std::size_t point, const fs::path& folder) {
    auto design = plan.designAt(point);
    if (!design) {
        return tl::unexpected(design.error());
    }
    nameAfter(design->project, fmt::format("{}, point {}", plan.study().name, point));
    const auto parts = ownParts(*design, plan.study(), point);
    if (!parts) {
        return tl::unexpected(Errors{parts.error()});
    }
    const fs::path file = folder / "project.json", catalogue = projectCatalogueFolder(folder);
    const std::string text = projectText(design->project);
    std::error_code failure;
    if (fs::exists(file, failure)) {
        const bool isSame =
            holds(file, text) && std::all_of(parts->begin(), parts->end(), [&](const auto& part) {
                return holds(catalogue / part.first, part.second);
            });
        return isSame ? ResultAll<fs::path>(file) : tl::unexpected(Errors{taken(file)});
    }
    fs::create_directories(parts->empty() ? folder : catalogue, failure);
    auto done = carryCompanions(design->project, folder);
    for (auto part = parts->begin(); done && part != parts->end(); ++part) {
        done = writeFile(catalogue / part->first, part->second, FileKind::Catalogue);
    }
    if (done) {
        done = writeFile(file, text, FileKind::Project);
    }
    if (!done) {
        return tl::unexpected(Errors{done.error()});
    }
    return file;
}

}  // namespace headroom::engine
