// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/study/plan.h"

#include <filesystem>
#include <string>

namespace headroom::engine {

/// Writes the design of a point as a project: FOLDER/project.json with the attributes that the point sets and a name that says
/// which point it is, the files that
/// its project brings along, and below catalog/ the parts whose figures it changes, as parts of the project's own. Their
/// figures say which study and point chose them. Orders of people in the run are not part of a design.
/// Returns the project's file. The same design may be written again. STU-019: something else is there.
/// Errors of carryCompanions() and of writing too.
ResultAll<std::filesystem::path> writeDesign(const StudyPlan& plan, std::size_t point,
                                             const std::filesystem::path& folder);

/// "STUDY-point-12", in letters that any folder may have.
std::string designFolderName(const Study& study, std::size_t point);

}  // namespace headroom::engine
