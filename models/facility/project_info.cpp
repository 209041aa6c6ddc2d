// SPDX-License-Identifier: Apache-2.0
#include "models/facility/project_info.h"

#include "models/core/calendar.h"

#include <array>

namespace headroom::models {

namespace {

constexpr auto kProjectInfoAttributes = std::to_array<Attribute>({
    text<&ProjectInfo::name>("name", "Name", {.doc = "What people call it."}),
    text<&ProjectInfo::description>("description", "Description", {.doc = "What it is for."}),
    startTimeText<&ProjectInfo::start>(
        "start", "Start",
        {.required = true,
         .doc = "Local standard time at the start of a run, as 2026-07-01T00:00:00."}),
    integer<&ProjectInfo::seed>(
        "seed", "Seed",
        {.min = 0, .max = 2147483647, .required = true, .doc = "Of every random stream."}),
    number<&ProjectInfo::stepS>(
        "step_s", "Coupling step", unit::second,
        {.min = 1, .max = 3600, .doc = "Time between two couplings of power, heat and jobs."}),
});

}  // namespace

const ComponentType& ProjectInfo::type() {
    static constexpr ComponentType kType{"project",
                                         "Project",
                                         "project",
                                         true,
                                         "What the project is, and how a run of it starts.",
                                         kProjectInfoAttributes,
                                         &createSpec<ProjectInfo>,
                                         &destroySpec<ProjectInfo>};
    return kType;
}

}  // namespace headroom::models
