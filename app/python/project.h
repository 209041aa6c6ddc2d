// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/python/bridge.h"
#include "app/python/stepped_run.h"
#include "engine/document/document.h"

#include <optional>

namespace headroom::python {

/// headroom.Project: a design that is edited, checked and run.
struct ProjectObject {
    engine::Document document;
};

/// Seconds that standard time of a project's site is ahead of UTC. `file`: the project file, from whose folder the paths are.
double utcOffsetOf(const std::string& projectText, const std::filesystem::path& file);

/// Keyword arguments of Project.start() and run().
RunWish wishOf(const py::kwargs& wishes);

/// headroom.Project and what it answers with.
void bindProject(py::module_& module);

}  // namespace headroom::python
