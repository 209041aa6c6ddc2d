// SPDX-License-Identifier: Apache-2.0
#include "engine/replay/opened_design.h"

#include "engine/document/companions.h"

#include <system_error>
#include <utility>

namespace headroom::engine {

namespace fs = std::filesystem;

bool isNoRecording(const Error& error) {
    return error.code == "STO-010" || error.code == "STO-011";
}

ResultAll<OpenedDesign> openDesign(const fs::path& path, const fs::path& shipped) {
    OpenedDesign design;
    auto opened = Recording::open(path);
    if (!opened && !isNoRecording(opened.error())) {
        return tl::unexpected(Errors{opened.error()});
    }
    if (!opened) {
        std::error_code ignored;
        const fs::path folder = fs::is_directory(path, ignored) ? path : path.parent_path();
        auto catalogue = Catalogue::load(shipped, projectCatalogueFolder(folder));
        if (!catalogue) {
            return tl::unexpected(catalogue.error());
        }
        auto project = loadProject(path, *catalogue);
        if (!project) {
            return tl::unexpected(project.error());
        }
        design.catalogue = std::move(*catalogue);
        design.project = std::move(*project);
        design.withFiles = design.project;
        return design;
    }
    design.recording = std::move(*opened);
    // Its own parts come with the recording; where that cannot be, the shipped ones must do.
    const std::string& text = design.recording->info().projectText;
    if (auto replay = Replay::open(design.recording, shipped)) {
        auto project = (*replay)->plain(text), withFiles = (*replay)->parse(text);
        if (project && withFiles) {
            design.catalogue = (*replay)->catalogue();
            design.project = std::move(*project);
            design.withFiles = std::move(*withFiles);
        }
        design.replay = std::move(*replay);
    } else if (auto catalogue = Catalogue::load(shipped)) {
        if (auto project = parseProject(text, path, *catalogue)) {
            design.catalogue = std::move(*catalogue);
            design.project = std::move(*project);
            design.withFiles = design.project;
        }
    }
    return design;
}

}  // namespace headroom::engine
