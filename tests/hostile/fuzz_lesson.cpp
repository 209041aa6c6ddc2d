// SPDX-License-Identifier: Apache-2.0
#include "engine/lessons/lesson.h"
#include "tests/hostile/invariant.h"
#include "tests/hostile/material.h"
#include "tests/hostile/parsers.h"

#include <cmath>

namespace headroom::hostile {

void lesson(std::string_view bytes) {
    const auto path = scratchFile("lesson.json", bytes);
    const auto read = engine::loadLesson(path);
    if (!read) {
        requireRefusal(read.error(), path.string());
        return;
    }
    require(!read->steps.empty() && !read->title.empty() && read->minutes >= 0,
            "a lesson without steps, title or time");
    const std::filesystem::path project = read->project;
    require(project.is_relative() && read->project.find("..") == std::string::npos,
            "a lesson that opens a project outside of the scenarios: " + read->project);
    for (const engine::LessonStep& step : read->steps) {
        require(!step.title.empty(), "a step without a title");
        step.check.holds([](std::string_view) { return 1.0; });
        step.check.holds([](std::string_view) { return std::nan(""); });
    }
}

}  // namespace headroom::hostile
