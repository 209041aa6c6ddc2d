// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/document/project.h"
#include "ui/simulation/simulation_source.h"

#include <atomic>
#include <mutex>
#include <thread>

namespace headroom::ui {

/// A simulation that is none: 504 racks in two halls, and frames in which each value moves.
/// Plays on a thread of its own, as the real one does; advance() makes one frame at once.
class FakeSource : public SimulationSource {
  public:
    static constexpr int kRows = 12;
    static constexpr int kColumns = 21;
    static constexpr int kHalls = 2;
    static constexpr int kRacks = kHalls * kRows * kColumns;

    FakeSource();
    ~FakeSource() override;

    void play() override { playing_ = true; }

    void pause() override { playing_ = false; }

    void step() override;

    void setSpeed(double simulatedPerSecond) override { speed_ = simulatedPerSecond; }

    std::shared_ptr<const engine::Frame> frame() const override;

    const engine::Layout& layout() const override { return layout_; }

    Status status() const override;
    void onFrame(std::function<void()> callback) override;

    void advance(double seconds);

  private:
    void buildLayout();
    std::shared_ptr<const engine::Frame> frameAt(double timeS) const;

    engine::Layout layout_;
    mutable std::mutex mutex_;
    std::shared_ptr<const engine::Frame> frame_;
    std::function<void()> callback_;
    std::atomic<bool> playing_ = false;
    std::atomic<bool> ends_ = false;
    std::atomic<double> speed_ = 600.0;
    std::thread thread_;
};

/// A project whose halls and rack blocks have the ids of the fake layout.
engine::Project fakeProject();

}  // namespace headroom::ui
