// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/api/fixed_twin.h"
#include "engine/document/project.h"
#include "engine/twin/twin_loop.h"

#include <memory>
#include <string>

namespace headroom::engine {

/// A twin that follows its building: it goes as the building goes. Requests to play, step, edit or order are refused
/// (WEB-030).
class FollowedTwin : public FixedTwin {
  public:
    /// Follows a loop that has not begun. Until then the twin shows the project at its
    /// start. Errors of Simulator::create().
    static ResultAll<std::unique_ptr<FollowedTwin>> create(const Project& project,
                                                           const Catalogue& catalogue,
                                                           TwinLoop& loop);

    bool isLive() const override { return true; }

    std::string name() const override { return name_; }

    std::shared_ptr<const Frame> frame() const override;

    std::shared_ptr<const RunSeries> series() const override { return loop_.series(); }

    std::shared_ptr<const Plant> plant() const override;

    RunStatus status() const override { return loop_.status(); }

    double firstS() const override { return 0.0; }

    double lastS() const override { return frame()->timeS; }

    Result<void> mayDrive() const override { return tl::unexpected(why()); }

    void play() override {}

    void pause() override {}

    void step(int) override {}

    void setSpeed(double) override {}

    Result<void> seek(double) override { return tl::unexpected(why()); }

    std::shared_ptr<RunLook> look() override { return {std::shared_ptr<RunLook>(), &loop_}; }

    Result<std::string> summary() const override;

  private:
    FollowedTwin(TwinLoop& loop, const Project& project);

    TwinLoop& loop_;
    std::string name_;
    std::shared_ptr<const Frame> first_;
    std::shared_ptr<const Plant> plant_;
};

}  // namespace headroom::engine
