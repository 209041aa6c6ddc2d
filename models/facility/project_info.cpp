// SPDX-License-Identifier: Apache-2.0
#include "models/facility/project_info.h"

#include "models/core/calendar.h"

#include <array>

namespace headroom::models {

namespace {

constexpr auto kProjectInfoAttributes = std::to_array<Attribute>({
    text<&ProjectInfo::name>("name", "Name", {.doc = "Display name."}),
    text<&ProjectInfo::description>("description", "Description",
                                    {.doc = "Purpose of the project."}),
    startTimeText<&ProjectInfo::start>(
        "start", "Start",
        {.required = true,
         .doc = "Local standard time at the start of a run, as 2026-07-01T00:00:00."}),
    integer<&ProjectInfo::seed>(
        "seed", "Seed",
        {.min = 0, .max = 2147483647, .required = true, .doc = "Seed of every random stream."}),
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
                                         "The purpose of the project and the start of its runs.",
                                         kProjectInfoAttributes,
                                         &createSpec<ProjectInfo>,
                                         &destroySpec<ProjectInfo>};
    return kType;
}

}  // namespace headroom::models
