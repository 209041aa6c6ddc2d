// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/document/project.h"
#include "engine/study/study.h"

#include <filesystem>
#include <functional>

/// Files outside. A study may come from an unknown author, so its projects must be inside the folder of the study. The files that
/// its axes set in a project must be inside the folder of that project. Symbolic links count (engine/files/inside_folder.h).
namespace headroom::engine {

/// Whether a person allows this file outside. Null allows none.
using StudyTrust = std::function<bool(const std::filesystem::path&)>;

/// Trusts every file: for a study whose author is known (`--allow-outside`).
StudyTrust anyFile();

/// STU-021, one error for each project outside the study's folder, with its place in the study.
Errors projectsOutside(const Study& study, const StudyTrust& trusts);

/// STU-021, one error for each file outside the project's folder that `changed` names and `project` does not.
Errors valuesOutside(const Study& study, const StudyAxis& axis, const Project& project,
                     const Project& changed, const StudyTrust& trusts);

}  // namespace headroom::engine
