// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/formula/formula.h"

#include <filesystem>
#include <string>
#include <vector>

namespace headroom::engine {

/// One thing to do. It is done when its check holds.
struct LessonStep {
    std::string title;
    std::string text;    ///< what to do and why, in Markdown
    std::string pane;    ///< what to look at: a pane or view by its name; empty means anything
    std::string object;  ///< id of the object to select; empty if none
    std::vector<std::string> hints;
    Formula check;    ///< over the numbers that resources/help/lessons.md lists
    std::string ask;  ///< what is asked for as a number, {answer} in the check; empty means nothing
    std::string unit;  ///< of the answer
    std::string
        against;  ///< an offer ("lambda-h100:on_demand") that money/… compares with; empty if none
};

/// A project with steps that check themselves.
struct Lesson {
    std::string id;  ///< name of its file
    std::string title, about;
    std::string project;  ///< name of a folder of the scenarios, nothing above or below it
    int minutes = 0;      ///< that it takes, about
    std::vector<LessonStep> steps;
};

/// Reads a lesson (resources/lessons/*.json). LSN-001: not JSON, or not of this format. LSN-002: a key
/// that is missing, unknown or of another kind, with its place. LSN-003: a check that cannot be read.
Result<Lesson> loadLesson(const std::filesystem::path& file);

/// All of a folder, by their file names. A folder that is not there has none.
Result<std::vector<Lesson>> loadLessons(const std::filesystem::path& folder);

}  // namespace headroom::engine
