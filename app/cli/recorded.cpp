// SPDX-License-Identifier: Apache-2.0
#include "app/cli/recorded.h"

#include "app/cli/data_folder.h"
#include "app/cli/duration.h"

#include <utility>

namespace headroom::app {

engine::ResultAll<std::unique_ptr<engine::Replay>> openReplay(const std::filesystem::path& path) {
    auto recording = engine::Recording::open(path);
    if (!recording) {
        return tl::unexpected(engine::Errors{recording.error()});
    }
    const std::filesystem::path data = dataFolder();
    if (data.empty()) {
        return tl::unexpected(engine::Errors{
            {"CLI-001", "the folder with resources/catalog was not found",
             "set HEADROOM_DATA to the folder that holds resources/ and scenarios/", "", "", 0}});
    }
    return engine::Replay::open(std::move(*recording), data / "resources" / "catalog");
}

std::optional<double> recordedTime(std::string_view text) {
    return text == "0" || text == "0s" ? std::optional(0.0) : parseDuration(text);
}

}  // namespace headroom::app
