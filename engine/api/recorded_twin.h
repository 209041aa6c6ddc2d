// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/api/fixed_twin.h"
#include "engine/replay/player.h"

#include <filesystem>
#include <memory>

namespace headroom::engine {

/// A recorded run: any operator moves its one clock, for all who watch.
class RecordedTwin : public FixedTwin {
  public:
    /// At its last instant. Errors of Player::open.
    static ResultAll<std::unique_ptr<RecordedTwin>> open(const std::filesystem::path& file,
                                                         const std::filesystem::path& shipped);

    bool isLive() const override { return false; }

    std::string name() const override;

    std::shared_ptr<const Frame> frame() const override { return player_->frame(); }

    std::shared_ptr<const RunSeries> series() const override { return player_->series(); }

    std::shared_ptr<const Plant> plant() const override { return player_->plant(); }

    RunStatus status() const override { return player_->status(); }

    double firstS() const override { return player_->firstS(); }

    double lastS() const override { return player_->lastS(); }

    void play() override { player_->play(); }

    void pause() override { player_->pause(); }

    void step(int steps) override { player_->step(steps); }

    void setSpeed(double simulatedPerSecond) override { player_->setSpeed(simulatedPerSecond); }

    Result<void> seek(double timeS) override;

    std::shared_ptr<RunLook> look() override { return player_; }

    Result<std::string> summary() const override;

  private:
    RecordedTwin();

    std::shared_ptr<Player> player_;
    std::string summary_;
};

}  // namespace headroom::engine
