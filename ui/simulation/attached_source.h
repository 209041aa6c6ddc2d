// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/api/attached_run.h"
#include "engine/reliability/reach/reach.h"
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

    /// Called on a thread of the run whenever its state or design may be another.
    void onState(std::function<void()> callback);
    /// And for what the server refused.
    void onRefused(std::function<void(const engine::Error&)> callback);

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

    engine::Diagnosis diagnose(const engine::Story& story, double timeS) override;
    engine::BlastReach reach(const std::vector<engine::PlantOrder>& orders) override;

    engine::ResultAll<void> edit(const engine::Project& project, const engine::Catalogue&,
                                 const std::string&,
                                 std::shared_ptr<const engine::BuiltFabrics>) override {
        return run_->edit(project);
    }

    void orderJob(const engine::JobOrder& order) override { run_->order(order); }

    void watchJob(std::int64_t job) override { run_->watchJob(job); }

    std::string whyNoJobPage() const override { return textOf(run_->whyNoPage()); }

    void setAirFractions(int, std::vector<double>) override {}

    std::shared_ptr<const engine::Frame> frame() const override;
    const engine::Layout& layout() const override;

    std::shared_ptr<const engine::RunSeries> series() const override { return run_->series(); }

    Status status() const override { return run_->status(); }

    void askSwingPlant(
        std::function<void(std::shared_ptr<const engine::SwingPlant>)> taken) override {
        run_->askSwings(std::move(taken));
    }

    std::string whyNoSwings() const override { return textOf(run_->whyNoSwings()); }

    void onFrame(std::function<void()> callback) override;

    std::shared_ptr<engine::AttachedRun> attached() const override { return run_; }

  private:
    /// As sentences; empty without a code.
    static std::string textOf(const engine::Error& error);

    struct Shared;

    std::shared_ptr<engine::AttachedRun> run_;
    std::shared_ptr<Shared> shared_;
    mutable std::shared_ptr<const engine::Frame> shown_;  ///< the last that frame() gave
    std::shared_ptr<const engine::Plant> reached_;
    std::optional<engine::ReachMap> reach_;  ///< refers to that plant
};

}  // namespace headroom::ui
