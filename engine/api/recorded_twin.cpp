// SPDX-License-Identifier: Apache-2.0
#include "engine/api/recorded_twin.h"

#include "engine/run/frame/job_history.h"
#include "engine/store/recording.h"
#include "engine/waveform/waveform.h"

#include <fmt/format.h>

#include <chrono>
#include <future>
#include <thread>
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

constexpr std::chrono::milliseconds kLook{20};
constexpr int kLooks = 150;  // 3 s

Error lacksExact(std::string what) {
    return {"WEB-048",
            std::move(what) +
                ": it takes an exact state, which the recording does not have there, or that is "
                "still computed",
            "pause, and ask again; open the recording itself in a window (File > Open Recording)",
            {},
            {},
            0};
}

}  // namespace

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
    // Its files as they were, which the player holds unpacked.
    twin->files_ = twin->player_->project() ? designFilesOf(*twin->player_->project()) : nullptr;
    twin->text_ = std::make_shared<const std::string>((*recording)->info().projectText);
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

ResultAll<DesignNow> RecordedTwin::edit(const std::vector<std::string>&, const std::string&,
                                        std::optional<std::int64_t>) {
    return tl::unexpected(Errors{fixed()});
}

ResultAll<DesignNow> RecordedTwin::undo(bool) {
    return tl::unexpected(Errors{fixed()});
}

Result<int> RecordedTwin::order(const std::string&) {
    return tl::unexpected(fixed());
}

ResultAll<DesignNow> RecordedTwin::replace(const std::string&, std::optional<std::int64_t>) {
    return tl::unexpected(Errors{fixed()});
}

Result<void> RecordedTwin::submit(const JobOrder&) {
    return tl::unexpected(fixed());
}

/// The player keeps the page of one job at a time: who asks for another waits for its turn.
Result<std::shared_ptr<const JobDetail>> RecordedTwin::job(std::int64_t id) const {
    const std::lock_guard turn(asking_);
    player_->watchJob(id);
    for (int look = 0; look < kLooks; ++look) {
        if (const auto frame = player_->frame(); frame->watched && frame->watched->row.id == id) {
            return frame->watched;
        }
        std::this_thread::sleep_for(kLook);
    }
    return tl::unexpected(
        lacksExact(fmt::format("the page of job {} is not there at this instant", id)));
}

Result<std::shared_ptr<const SwingPlant>> RecordedTwin::swings() const {
    const auto answer = std::make_shared<std::promise<std::shared_ptr<const SwingPlant>>>();
    auto given = answer->get_future();
    player_->askSwingPlant(
        [answer](std::shared_ptr<const SwingPlant> plant) { answer->set_value(std::move(plant)); });
    if (given.wait_for(kLooks * kLook) == std::future_status::ready) {
        try {
            return given.get();
        } catch (const std::future_error&) {  // dropped by the player: it has no exact state
        }
    }
    return tl::unexpected(lacksExact("how power swings at this instant is not known"));
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
