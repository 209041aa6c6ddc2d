// SPDX-License-Identifier: Apache-2.0
#include "engine/study/outside.h"

#include "engine/document/companions.h"
#include "engine/document/json_text.h"
#include "engine/files/inside_folder.h"

#include <algorithm>
#include <utility>

namespace headroom::engine {

namespace {

namespace fs = std::filesystem;

constexpr const char* kRemedy =
    "Move the file into that folder. If you trust the author of the study, allow files outside: "
    "--allow-outside, "
    "allow_outside=True in Python, or Allow Files Outside in the window";

bool isAllowed(const StudyTrust& trusts, const fs::path& path) {
    return trusts && trusts(path);
}

}  // namespace

StudyTrust anyFile() {
    return [](const fs::path&) { return true; };
}

Errors projectsOutside(const Study& study, const StudyTrust& trusts) {
    const fs::path folder = study.file.parent_path();
    Errors faults;
    const auto look = [&](const fs::path& named, const std::string& pointer) {
        // The name in the file: the reader has put the study's folder in front of a relative project.
        const bool isJoined = !named.is_absolute() && !folder.empty() && pointer == "/project";
        const fs::path seen = isJoined ? named.lexically_relative(folder) : named;
        const fs::path whole = named.is_absolute() ? named : folder / seen;
        if (!namesInside(folder, seen) && !isAllowed(trusts, whole)) {
            faults.push_back(
                {"STU-021",
                 "the study names " + inQuotes(seen.string()) + ", which is outside its folder",
                 kRemedy, study.file.string(), pointer, 0});
        }
    };
    look(study.project, "/project");
    for (const StudyAxis& axis : study.axes) {
        for (const std::string& name : axis.values) {
            if (axis.kind == AxisKind::Project) {
                look(name, axis.pointer);
            }
        }
    }
    return faults;
}

Errors valuesOutside(const Study& study, const StudyAxis& axis, const Project& project,
                     const Project& changed, const StudyTrust& trusts) {
    Errors faults;
    for (const fs::path& path : pathsOutside(project, changed)) {
        if (!isAllowed(trusts, project.folder() / path)) {
            faults.push_back({"STU-021",
                              "axis " + inQuotes(axis.name) + " names " + inQuotes(path.string()) +
                                  ", which is outside the project's folder",
                              kRemedy, study.file.string(), axis.pointer, 0});
        }
    }
    return faults;
}

}  // namespace headroom::engine
