// SPDX-License-Identifier: Apache-2.0
#include "ui/simulation/simulation_source.h"

#include <optional>
#include <utility>

namespace headroom::ui {

namespace {

class SessionSource : public SimulationSource {
  public:
    explicit SessionSource(std::shared_ptr<engine::Session> session)
        : session_(std::move(session)), layout_(session_->layout()) {}

    void play() override { session_->play(); }

    void pause() override { session_->pause(); }

    void step() override { session_->step(); }

    void setSpeed(double simulatedPerSecond) override { session_->setSpeed(simulatedPerSecond); }

    void pauseOn(const engine::PauseRule& rule) override { session_->pauseOn(rule); }

    void operate(const engine::PlantOrder& order) override { session_->operate(order); }

    int operateAt(double atS, const engine::PlantOrder& order) override {
        return session_->operateAt(atS, order);
    }

    void cancelOrder(int ticket) override { session_->cancelOrder(ticket); }

    std::vector<engine::PendingOrder> pendingOrders() const override {
        return session_->pendingOrders();
    }

    std::shared_ptr<const engine::Plant> plant() const override { return session_->plant(); }

    std::optional<engine::Telemetry> telemetry(double /*timeS*/) const override { return session_->telemetry(); }

    void orderJob(const engine::JobOrder& order) override { session_->orderJob(order); }

    void watchJob(std::int64_t job) override { session_->watchJob(job); }

    void setAirFractions(int hall, std::vector<double> fractions) override {
        session_->setAirFractions(hall, std::move(fractions));
    }

    engine::ResultAll<void> edit(const engine::Project& project, const engine::Catalogue& catalogue,
                                 const std::string& words,
                                 std::shared_ptr<const engine::BuiltFabrics> fabrics) override {
        return session_->edit(project, catalogue, words, std::move(fabrics));
    }

    std::shared_ptr<const engine::Frame> frame() const override {
        auto frame = session_->frame();
        layout_ = frame->layout;
        return frame;
    }

    const engine::Layout& layout() const override { return *layout_; }

    std::shared_ptr<const engine::RunSeries> series() const override { return session_->series(); }

    Status status() const override { return session_->status(); }

    std::shared_ptr<engine::RunLook> look() override { return session_; }

    void onFrame(std::function<void()> callback) override {
        session_->onFrame(std::move(callback));
    }

    std::filesystem::path recordingFile() const override { return session_->recordingFile(); }

    std::shared_ptr<engine::Session> session() const override { return session_; }

  private:
    std::shared_ptr<engine::Session> session_;
    mutable std::shared_ptr<const engine::Layout> layout_;  ///< of the last frame
};

}  // namespace

engine::ResultAll<std::unique_ptr<SimulationSource>> makeSessionSource(
    const engine::Project& project, const engine::Catalogue& catalogue,
    engine::Session::Options options) {
    auto session = engine::Session::create(project, catalogue, std::move(options));
    if (!session) {
        return tl::unexpected(session.error());
    }
    return sourceOf(std::move(*session));
}

std::unique_ptr<SimulationSource> sourceOf(std::unique_ptr<engine::Session> session) {
    return std::make_unique<SessionSource>(std::move(session));
}

}  // namespace headroom::ui
