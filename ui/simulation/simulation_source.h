// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/live/run_series.h"
#include "engine/live/session.h"
#include "engine/reliability/diagnosis/diagnosis.h"
#include "engine/reliability/reach/reach.h"
#include "engine/run/frame/story.h"
#include "engine/watch/run_look.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace headroom::engine {
class AttachedRun;
class Player;
}

namespace headroom::ui {

/// What the window needs of a running simulation: engine::Session, or a fake one in tests.
/// Threads: see engine::Session.
class SimulationSource {
  public:
    using Status = engine::Session::Status;

    virtual ~SimulationSource() = default;
    virtual void play() = 0;
    virtual void pause() = 0;
    virtual void step() = 0;
    virtual void setSpeed(double simulatedPerSecond) = 0;
    virtual void pauseOn(const engine::PauseRule& rule) = 0;
    virtual void operate(const engine::PlantOrder& order) = 0;
    /// Returns a ticket for cancelOrder().
    virtual int operateAt(double atS, const engine::PlantOrder& order) = 0;
    virtual void cancelOrder(int ticket) = 0;
    virtual std::vector<engine::PendingOrder> pendingOrders() const = 0;
    /// The design of the frames, compiled. Null where this version cannot read it.
    virtual std::shared_ptr<const engine::Plant> plant() const { return nullptr; }
    /// Sensors of the hours before that time, without alarms. Nothing where the run names its suspects by itself.
    virtual std::optional<engine::Telemetry> telemetry(double /*timeS*/) const { return std::nullopt; }

    /// Suspects that an operator would name from sensors and alarms up to that time. The alarms are those of the story;
    /// their causes are not used.
    virtual engine::Diagnosis diagnose(const engine::Story& story, double timeS);
    /// The loss of the parts that these orders take away. Nothing is done to the run.
    virtual engine::BlastReach reach(const std::vector<engine::PlantOrder>& orders);
    /// The run goes on with an edited design; see engine::Session::edit. Compiles and waits: call
    /// it from a worker thread. Frames of the new design have another Frame::design.
    virtual engine::ResultAll<void> edit(const engine::Project& project,
                                         const engine::Catalogue& catalogue,
                                         const std::string& words,
                                         std::shared_ptr<const engine::BuiltFabrics> fabrics) = 0;
    virtual void orderJob(const engine::JobOrder& order) = 0;
    /// Frame::watched is of this job (JobRow::id) from the next frame on; -1: of none.
    virtual void watchJob(std::int64_t job) = 0;

    /// Why that page does not come, in words; empty: it does, or is under way.
    virtual std::string whyNoJobPage() const { return {}; }

    virtual void setAirFractions(int hall, std::vector<double> fractions) = 0;
    /// For the thread of the window, like layout().
    virtual std::shared_ptr<const engine::Frame> frame() const = 0;
    /// Of the last frame that frame() gave: a reference holds until a frame of another design is
    /// asked for.
    virtual const engine::Layout& layout() const = 0;
    /// Every step so far; the same object for all of the run.
    virtual std::shared_ptr<const engine::RunSeries> series() const = 0;
    virtual Status status() const = 0;
    /// Answers questions (ask_run.h); never null.
    virtual std::shared_ptr<engine::RunLook> look() = 0;

    virtual void onFrame(std::function<void()> callback) = 0;

    /// Called on a thread of the run when its state or design may have changed from outside of this window.
    virtual void onState(std::function<void()>) {}
    /// Called on a thread of the run with each order or edit that the run refused after it was sent.
    virtual void onRefused(std::function<void(const engine::Error&)>) {}

    /// Where the run is being recorded; empty: nowhere.
    virtual std::filesystem::path recordingFile() const { return {}; }

    /// The recorded run that is shown; null: a run that lives. Orders and edits do not reach it.
    virtual std::shared_ptr<engine::Player> player() const { return nullptr; }

    /// The session behind it, which others may watch too; null: there is none.
    virtual std::shared_ptr<engine::Session> session() const { return nullptr; }

    /// The run that another Headroom serves; null: it is none.
    virtual std::shared_ptr<engine::AttachedRun> attached() const { return nullptr; }

    /// What it is where it is no run of this window, as "The living twin": it goes on elsewhere, and orders and edits do
    /// not reach it. Empty: it is the window's own.
    virtual std::string elsewhere() const { return {}; }

  private:
    std::shared_ptr<const engine::Plant> reached_;
    std::optional<engine::ReachMap> reach_;  ///< of that plant, built when it is first asked for
};

/// The real one: compiles the project and simulates on a thread of its own.
engine::ResultAll<std::unique_ptr<SimulationSource>> makeSessionSource(
    const engine::Project& project, const engine::Catalogue& catalogue,
    engine::Session::Options options);

/// Around a session that exists.
std::unique_ptr<SimulationSource> sourceOf(std::unique_ptr<engine::Session> session);

/// A recorded run.
std::unique_ptr<SimulationSource> sourceOf(std::shared_ptr<engine::Player> player);

}  // namespace headroom::ui
