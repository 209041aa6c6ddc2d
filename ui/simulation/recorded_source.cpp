// SPDX-License-Identifier: Apache-2.0
#include "engine/replay/player.h"
#include "ui/simulation/simulation_source.h"

#include <optional>
#include <utility>

namespace headroom::ui {

namespace {

class RecordedSource : public SimulationSource {
  public:
    explicit RecordedSource(std::shared_ptr<engine::Player> player)
        : player_(std::move(player)), shown_(player_->frame()) {}

    void play() override { player_->play(); }

    void pause() override { player_->pause(); }

    void step() override { player_->step(); }

    void setSpeed(double simulatedPerSecond) override { player_->setSpeed(simulatedPerSecond); }

    /// A recorded run holds where its viewer stops it.
    void pauseOn(const engine::PauseRule&) override {}

    void operate(const engine::PlantOrder&) override {}

    int operateAt(double, const engine::PlantOrder&) override { return -1; }

    void cancelOrder(int) override {}

    std::vector<engine::PendingOrder> pendingOrders() const override { return {}; }

    std::shared_ptr<const engine::Plant> plant() const override { return player_->plant(); }

    std::optional<engine::Telemetry> telemetry(double timeS) const override { return player_->telemetry(timeS); }

    void orderJob(const engine::JobOrder&) override {}

    void watchJob(std::int64_t job) override { player_->watchJob(job); }

    void setAirFractions(int, std::vector<double>) override {}

    engine::ResultAll<void> edit(const engine::Project&, const engine::Catalogue&,
                                 const std::string&,
                                 std::shared_ptr<const engine::BuiltFabrics>) override {
        return {};  // the editor is locked
    }

    std::shared_ptr<const engine::Frame> frame() const override {
        shown_ = player_->frame();
        return shown_;
    }

    const engine::Layout& layout() const override {
        static const engine::Layout kNone;
        return shown_->layout ? *shown_->layout : kNone;
    }

    std::shared_ptr<const engine::RunSeries> series() const override { return player_->series(); }

    Status status() const override { return player_->status(); }

    std::shared_ptr<engine::RunLook> look() override { return player_; }

    void onFrame(std::function<void()> callback) override { player_->onFrame(std::move(callback)); }

    std::shared_ptr<engine::Player> player() const override { return player_; }

  private:
    std::shared_ptr<engine::Player> player_;
    mutable std::shared_ptr<const engine::Frame> shown_;  ///< the last that frame() gave
};

}  // namespace

std::unique_ptr<SimulationSource> sourceOf(std::shared_ptr<engine::Player> player) {
    return std::make_unique<RecordedSource>(std::move(player));
}

}  // namespace headroom::ui
