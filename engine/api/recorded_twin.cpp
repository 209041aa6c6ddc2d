// SPDX-License-Identifier: Apache-2.0
#include "engine/api/recorded_twin.h"

#include "engine/store/recording.h"

#include <fmt/format.h>

#include <utility>

namespace headroom::engine {

namespace {

Error fixed() {
    return {"WEB-021",
            "a recorded run does not change",
            "serve the project, or branch off (headroom-cli branch) and serve that",
            {},
            {},
            0};
}

}  // namespace

RecordedTwin::RecordedTwin() : FixedTwin(fixed()) {}

ResultAll<std::unique_ptr<RecordedTwin>> RecordedTwin::open(const std::filesystem::path& file,
                                                            const std::filesystem::path& shipped) {
    const auto recording = Recording::open(file);
    if (!recording) {
        return tl::unexpected(Errors{recording.error()});
    }
    auto player = Player::open(file, shipped);
    if (!player) {
        return tl::unexpected(player.error());
    }
    std::unique_ptr<RecordedTwin> twin(new RecordedTwin);
    twin->player_ = std::move(*player);
    twin->summary_ = (*recording)->summary();
    // Its original files, which the player holds unpacked.
    twin->setDesign((*recording)->info().projectText,
                    twin->player_->project() ? designFilesOf(*twin->player_->project()) : nullptr);
    return twin;
}

std::string RecordedTwin::name() const {
    return player_->info().projectName;
}

Result<void> RecordedTwin::seek(double timeS) {
    if (!(timeS >= firstS()) || !(timeS <= lastS())) {
        return tl::unexpected(
            Error{"WEB-028",
                  fmt::format("the recording goes from {:g} s to {:g} s, not to {:g} s", firstS(),
                              lastS(), timeS),
                  "state a time within",
                  {},
                  {},
                  0});
    }
    player_->seek(timeS);
    return {};
}

Result<std::string> RecordedTwin::summary() const {
    if (summary_.empty()) {
        return tl::unexpected(
            Error{"WEB-029",
                  "this recording has no summary: its run did not come to its end",
                  "headroom-cli replay prints that of its last instant",
                  {},
                  {},
                  0});
    }
    return summary_;
}

}  // namespace headroom::engine
