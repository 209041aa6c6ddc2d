// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/study/plan.h"
#include "tests/engine/run/fixture.h"

#include <string>
#include <string_view>

/// Studies of a small hall for tests.
namespace headroom::tests {

/// Projects from their files; the one order that there is, "nothing", does nothing.
inline engine::StudyReaders studyReaders() {
    return {[](const std::filesystem::path& path) -> engine::ResultAll<engine::StudyProject> {
                auto project = engine::loadProject(path, catalogue());
                if (!project) {
                    return tl::unexpected(project.error());
                }
                return engine::StudyProject{catalogue(), std::move(*project)};
            },
            [](std::string_view text) -> tl::expected<engine::Command, std::string> {
                if (text != "nothing") {
                    return tl::unexpected(std::string("an order is \"nothing\""));
                }
                return engine::Command{60.0, engine::JobOrder{}};
            },
            engine::anyFile()};
}

/// The study of the small hall with `rest` in its file: axes, figures, design.
inline engine::Study smallStudy(const std::string& rest, double hours = 0.2) {
    auto study = engine::parseStudy(
        std::string(R"({"format": "headroom-study/1", "name": "test", "project": ")") +
            HEADROOM_SOURCE_DIR + R"(/tests/cli/fixture/small-hall.json", "until_h": )" +
            std::to_string(hours) + ", " + rest + "}",
        "/tmp/test.json");
    if (!study) {
        qFatal("%s", engine::text(study.error()).c_str());
    }
    return std::move(*study);
}

/// The same made ready.
inline engine::StudyPlan smallPlan(const std::string& rest, double hours = 0.2) {
    auto plan = engine::StudyPlan::make(smallStudy(rest, hours), studyReaders());
    if (!plan) {
        qFatal("%s", engine::text(plan.error()).c_str());
    }
    return std::move(*plan);
}

}  // namespace headroom::tests
