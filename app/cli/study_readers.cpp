// SPDX-License-Identifier: Apache-2.0
#include "app/cli/study_readers.h"

#include "app/cli/data_folder.h"
#include "app/cli/open.h"
#include "engine/run/order_text.h"

#include <system_error>

namespace headroom::app {

namespace fs = std::filesystem;

engine::StudyReaders studyReaders(bool allowOutside) {
    return {
        [](const fs::path& path) -> engine::ResultAll<engine::StudyProject> {
            auto opened = openProject(path);
            if (!opened) {
                return tl::unexpected(opened.error());
            }
            return engine::StudyProject{std::move(opened->catalogue), std::move(opened->project)};
        },
        [](std::string_view text) { return engine::orderFromText(text, 0.0); },
        allowOutside ? engine::anyFile() : engine::StudyTrust()};
}

fs::path studyDatabase(const fs::path& study) {
    std::error_code ignored;
    const fs::path file = fs::absolute(study, ignored);
    fs::path database = outputFolder(file.parent_path()) / file.stem();
    database += ".db";
    return database;
}

}  // namespace headroom::app
