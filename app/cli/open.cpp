// SPDX-License-Identifier: Apache-2.0
#include "app/cli/open.h"

#include "app/cli/data_folder.h"
#include "engine/document/companions.h"
#include "engine/files/input_file.h"

namespace headroom::app {

engine::ResultAll<engine::Catalogue> openCatalogue(const std::filesystem::path& overlay) {
    const std::filesystem::path data = dataFolder();
    if (data.empty()) {
        return tl::unexpected(engine::Errors{
            {"CLI-001", "the folder with resources/catalog was not found",
             "set HEADROOM_DATA to the folder that holds resources/ and scenarios/", "", ""}});
    }
    return engine::Catalogue::load(data / "resources" / "catalog", overlay);
}

engine::ResultAll<Opened> openProject(const std::filesystem::path& path) {
    // Parts of the project's own lie over the shipped ones.
    const auto folder = engine::isFolder(path) ? path : path.parent_path();
    engine::ResultAll<engine::Catalogue> catalogue =
        openCatalogue(engine::projectCatalogueFolder(folder));
    if (!catalogue) {
        return tl::unexpected(catalogue.error());
    }
    engine::ResultAll<engine::Project> project = engine::loadProject(path, *catalogue);
    if (!project) {
        return tl::unexpected(project.error());
    }
    return Opened{std::move(*catalogue), std::move(*project)};
}

engine::OutputGuard guardOf(const engine::Project& project) {
    engine::OutputGuard guard;
    for (const std::filesystem::path& file : engine::filesReadFor(project)) {
        guard.reads(file);
    }
    return guard;
}

}  // namespace headroom::app
