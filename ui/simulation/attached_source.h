// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/api/attached_run.h"
#include "ui/simulation/simulation_source.h"

#include <functional>
#include <memory>
#include <mutex>
#include <optional>

namespace headroom::ui {

/// A run that another Headroom serves, as views see a run. What is played, ordered or edited goes to the server, and comes back
/// as the frames of the run there; who may only read sends nothing (AttachState::mayOperate).
class AttachedSource : public SimulationSource {
  public:
    explicit AttachedSource(std::shared_ptr<engine::AttachedRun> run);
    ~AttachedSource() override;

    void onState(std::function<void()> callback) override;
    void onRefused(std::function<void(const engine::Error&)> callback) override;

    void play() override { run_->play(); }

    void pause() override { run_->pause(); }

    void step() override { run_->step(); }

    void setSpeed(double simulatedPerSecond) override { run_->setSpeed(simulatedPerSecond); }

    /// It stops by the rules of the window or program that serves it.
    void pauseOn(const engine::PauseRule&) override {}

    void operate(const engine::PlantOrder& order) override { run_->order(order); }

    /// Its ticket is the server's, which pendingOrders() tells.
    int operateAt(double atS, const engine::PlantOrder& order) override;

    void cancelOrder(int ticket) override { run_->cancelOrder(ticket); }

    std::vector<engine::PendingOrder> pendingOrders() const override {
        return run_->pendingOrders();
    }

    std::shared_ptr<const engine::Plant> plant() const override { return run_->plant(); }

    std::optional<engine::Telemetry> telemetry(double timeS) const override;

    engine::ResultAll<void> edit(const engine::Project& project, const engine::Catalogue&,
                                 const std::string&,
                                 std::shared_ptr<const engine::BuiltFabrics>) override {
        return run_->edit(project);
    }

    void orderJob(const engine::JobOrder& order) override { run_->order(order); }

    void watchJob(std::int64_t job) override { run_->watchJob(job); }

    std::string whyNoJobPage() const override;

    void setAirFractions(int, std::vector<double>) override {}

    std::shared_ptr<const engine::Frame> frame() const override;
    const engine::Layout& layout() const override;

    std::shared_ptr<const engine::RunSeries> series() const override { return run_->series(); }

    Status status() const override { return run_->status(); }

    std::shared_ptr<engine::RunLook> look() override { return run_; }

    void onFrame(std::function<void()> callback) override;

    std::shared_ptr<engine::AttachedRun> attached() const override { return run_; }

  private:
    struct Shared;

    std::shared_ptr<engine::AttachedRun> run_;
    std::shared_ptr<Shared> shared_;
    mutable std::shared_ptr<const engine::Frame> shown_;  ///< the last that frame() gave
};

}  // namespace headroom::ui
