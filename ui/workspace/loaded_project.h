// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/document/catalogue.h"
#include "engine/document/companions.h"
#include "engine/document/project.h"
#include "engine/watch/any_run.h"

#include <filesystem>
#include <memory>

namespace headroom::ui {

/// Result of a worker about a file: shared with the thread of the window, which looks at it when the worker is done.
struct LoadedProject {
    std::shared_ptr<const engine::Catalogue> catalogue;
    engine::Project project;
    std::shared_ptr<engine::AnyRun> source;
    engine::Errors errors;
    std::shared_ptr<const engine::Catalogue> shipped;  ///< without parts of the project's own
    bool isRead = false;

    /// Catalogue and project; false: errors say why not.
    bool read(const std::filesystem::path& path, const std::filesystem::path& folder) {
        std::error_code ignored;
        const auto beside =
            std::filesystem::is_directory(path, ignored) ? path : path.parent_path();
        const auto overlay = engine::projectCatalogueFolder(beside);
        const bool isOwn = std::filesystem::exists(overlay, ignored);
        if (!catalogue || isOwn) {
            auto all = engine::Catalogue::load(folder, isOwn ? overlay : std::filesystem::path());
            if (!all) {
                errors = all.error();
                return false;
            }
            catalogue = std::make_shared<engine::Catalogue>(std::move(*all));
        }
        if (!isOwn) {
            shipped = catalogue;
        }
        auto found = engine::loadProject(path, *catalogue);
        if (!found) {
            errors = found.error();
            return false;
        }
        project = std::move(*found);
        isRead = true;
        return true;
    }
};

}  // namespace headroom::ui
