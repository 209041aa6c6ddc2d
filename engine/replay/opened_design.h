// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/document/catalogue.h"
#include "engine/document/project.h"
#include "engine/replay/replay.h"
#include "engine/store/recording.h"

#include <filesystem>
#include <memory>
#include <optional>

namespace headroom::engine {

/// Content of a path, a project or a recording: of a recording its design, as it began, with the parts that the run had.
struct OpenedDesign {
    std::shared_ptr<const Recording> recording;  ///< null means a project
    std::optional<Project> project;  ///< of the file; none means this version cannot read it
    /// The same to compute with. Paths lead to the files that the recording kept, as long as `replay` lives.
    std::optional<Project> withFiles;
    std::optional<Catalogue> catalogue;
    std::shared_ptr<const Replay>
        replay;  ///< holds those files; null means a project, or a recording without them
};

/// Whether Recording::open failed for what the path holds (another kind of file, or nothing): then it is read as a project,
/// whose errors speak of files of any kind.
bool isNoRecording(const Error& error);

/// `shipped`: resources/catalog. Errors of Recording::open, of the catalogue and of loadProject.
ResultAll<OpenedDesign> openDesign(const std::filesystem::path& path,
                                   const std::filesystem::path& shipped);

}  // namespace headroom::engine
