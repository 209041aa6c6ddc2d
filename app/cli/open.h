// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/document/catalogue.h"
#include "engine/document/project.h"
#include "engine/files/output_guard.h"

#include <filesystem>

namespace headroom::app {

/// The catalogue of the data folder, with the parts in `overlay` (may be empty) laid over it.
/// CLI-001: no data folder.
engine::ResultAll<engine::Catalogue> openCatalogue(const std::filesystem::path& overlay = {});

struct Opened {
    engine::Catalogue catalogue;
    engine::Project project;
};

/// The project of a file or folder, with the catalogue; parts in "catalog" next to the project count.
engine::ResultAll<Opened> openProject(const std::filesystem::path& path);

/// Knows what the project was read from; a command adds what else it reads, and what it will write.
engine::OutputGuard guardOf(const engine::Project& project);

}  // namespace headroom::app
