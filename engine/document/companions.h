// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/document/project.h"

#include <filesystem>
#include <vector>

/// Files that a project needs: weather, traces and drawings that its objects name by relative paths, and the parts of its
/// own catalogue.
namespace headroom::engine {

/// Where a project has parts of its own: "catalog" next to its file.
std::filesystem::path projectCatalogueFolder(const std::filesystem::path& projectFolder);

/// Their relative paths, sorted, each once; also of files that are not there. Empty for a project
/// that was never saved.
std::vector<std::filesystem::path> companionsOf(const Project& project);

/// A name such as "prices.xlsx#March" without the sheet of the workbook. Others stay.
std::filesystem::path fileOfName(const std::filesystem::path& projectFolder,
                                 const std::string& name);

/// The other files that its objects name, as they name them: absolute, or with a step out of its folder. Each once.
std::vector<std::filesystem::path> filesElsewhere(const Project& project);

/// Every file that it is read from, wherever it is: its own, those that its objects name and its own
/// parts. Also files that are not there.
std::vector<std::filesystem::path> filesReadFor(const Project& project);

/// For a design that comes from outside, such as an edit over the network: the files that `after` names and `before` does
/// not must stay inside the project's folder, also through symbolic links. PRJ-033, one error for each that does not.
Errors namedOutside(const Project& before, const Project& after);

/// Only their paths, as `after` names them, each once.
std::vector<std::filesystem::path> pathsOutside(const Project& before, const Project& after);

/// For a project that comes from outside whole, such as one that a server sends: PRJ-033 as above, for every file that it names.
Errors namedOutside(const Project& project);

/// Copies them into another folder, before the project is saved there; does nothing where it is the
/// folder that they are in. Files that are missing are passed over: they were missing before.
/// PRJ-031: another file of that name is there already. PRJ-032: a path leads out of the
/// project's folder, and from the new one to something else. FIL-002, FIL-004: a copy cannot be read or
/// written. On an error nothing that was there before is changed.
Result<void> carryCompanions(const Project& project, const std::filesystem::path& folder);

}  // namespace headroom::engine
