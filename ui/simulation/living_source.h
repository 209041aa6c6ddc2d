// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/twin/twin_loop.h"
#include "ui/simulation/simulation_source.h"

#include <functional>
#include <memory>
#include <mutex>
#include <string>

namespace headroom::ui {

/// A twin that keeps up with its building, as views see a run: the frames are those of the models, as far as they
/// followed. It plays by the clock of the data and takes no orders.
class LivingSource : public SimulationSource {
  public:
    /// The loop must not have started. `name`: what elsewhere() says.
    LivingSource(std::shared_ptr<engine::TwinLoop> loop, std::string name);
    ~LivingSource() override;

    engine::TwinLoop& loop() const { return *loop_; }

    /// There is a frame to be shown: before it, nobody may ask for one.
    bool hasFrame() const { return loop_->now()->frame != nullptr; }

    /// Called on the loop's thread whenever it knows more.
    void onPublished(std::function<void()> callback);

    void play() override {}
    void pause() override {}
    void step() override {}
    void setSpeed(double) override {}
    void pauseOn(const engine::PauseRule&) override {}
    void operate(const engine::PlantOrder&) override {}
    int operateAt(double, const engine::PlantOrder&) override { return -1; }
    void cancelOrder(int) override {}
    std::vector<engine::PendingOrder> pendingOrders() const override { return {}; }
    /// Without telemetry(): alarms of the twin name their suspects, and events of the run are those of the models.
    std::shared_ptr<const engine::Plant> plant() const override { return loop_->now()->plant; }
    engine::ResultAll<void> edit(const engine::Project&, const engine::Catalogue&, const std::string&,
                                 std::shared_ptr<const engine::BuiltFabrics>) override {
        return {};  // the editor is locked
    }
    void orderJob(const engine::JobOrder&) override {}
    void watchJob(std::int64_t) override {}
    void setAirFractions(int, std::vector<double>) override {}
    std::shared_ptr<const engine::Frame> frame() const override;
    const engine::Layout& layout() const override;

    std::shared_ptr<const engine::RunSeries> series() const override { return loop_->series(); }

    Status status() const override { return loop_->status(); }

    std::shared_ptr<engine::RunLook> look() override { return loop_; }

    std::string whyNoJobPage() const override {
        return "This twin follows a building: of its jobs it knows the power of their racks, not "
               "their steps.";
    }
    void onFrame(std::function<void()> callback) override;
    std::string elsewhere() const override { return name_; }

  private:
    struct Shared;

    std::shared_ptr<engine::TwinLoop> loop_;
    std::string name_;
    std::shared_ptr<Shared> shared_;
    mutable std::shared_ptr<const engine::Frame> shown_;  ///< the last that frame() gave
};

}  // namespace headroom::ui
