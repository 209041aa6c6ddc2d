// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/python/kept_channels.h"
#include "engine/air/field/air_shares.h"
#include "engine/alarms/alarm_watch.h"
#include "engine/base/error.h"
#include "engine/document/document.h"
#include "engine/guests/guests_of_run.h"
#include "engine/live/run.h"
#include "engine/live/run_start.h"
#include "engine/replay/replay.h"
#include "engine/run/simulator.h"
#include "engine/store/recorder.h"

#include <deque>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace headroom::python {

struct RunWish {
    engine::RunOptions options;
    int threads = 1;
    std::filesystem::path recording;                 ///< empty if it is not recorded
    std::vector<std::string> keep = {"facility/*"};  ///< channels whose past is kept (KeptChannels)
    std::vector<std::filesystem::path>
        guests;  ///< files that join plug-ins and FMUs; not of branches
};

/// A run that a script steps: as far as it likes, with orders and edits in between, recorded or not. The same project,
/// seed, orders and edits reach the same bytes as `headroom-cli run` and the window. One thread at a time.
class SteppedRun {
  public:
    /// Errors of compiling the design, of a weather or trace file, of making the recording.
    static engine::ResultAll<std::shared_ptr<SteppedRun>> create(const engine::Document& document,
                                                                 const RunWish& wish);

    /// Goes on where another run was: what people did later there is done here too. `replay` is where it comes from and
    /// may not be null.
    static engine::ResultAll<std::shared_ptr<SteppedRun>> goOn(
        std::shared_ptr<const engine::Replay> replay, engine::RunStart start, const RunWish& wish);

    /// Completes the recording.
    ~SteppedRun();
    SteppedRun(const SteppedRun&) = delete;
    SteppedRun& operator=(const SteppedRun&) = delete;

    /// Called before each step, and `progress` about ten times a second and at the end. Their exceptions leave advance()
    /// between two steps: the run is in the state after the last one, and may continue.
    struct Callbacks {
        std::function<void()> beforeStep;
        std::function<void(double timeS)> progress;
    };

    /// Steps until `untilS`. SIM-045: a step gave what cannot be; errors of the recording, of orders and designs that
    /// were to come. After either the run goes no further.
    engine::ResultAll<void> advance(double untilS, const Callbacks& callbacks);
    /// One coupling step.
    engine::ResultAll<void> step();

    /// "OBJECT.KEY=VALUE", several as one edit, from the next step on. Errors of settings and of designs that cannot run;
    /// the run is unchanged then. PYM-004: the recording has no place for what the edit adds or takes away.
    engine::ResultAll<void> set(const std::vector<std::string>& settings);

    /// "fail cdu-3 at 3h10m for 20min"; without a time now. PYM-006: not an order, with what is wrong. RPL-012: nothing
    /// takes it. RPL-004: its time is over.
    engine::Result<void> order(const std::string& text);

    /// A second run in the same state that continues by itself, not recorded; with what is still to come. Its alarms are
    /// those raised from here on, and it has no guests: what those know is their own.
    std::shared_ptr<SteppedRun> branch() const;

    /// Completes the recording; the run may continue without one.
    engine::Result<void> finish();

    const engine::Simulator& simulator() const { return *simulator_; }

    const KeptChannels& kept() const { return kept_; }

    std::shared_ptr<engine::Frame> frame();
    /// The summary as a recording keeps it.
    std::string summaryJson();
    /// The same with the model of each hall's air, as headroom-cli run prints it.
    std::string summaryWithAir();
    /// The project's text as it runs now.
    std::string projectText() const;

    /// Events since the last call, oldest first; the newest 100,000.
    std::vector<engine::Event> takeEvents();

  private:
    SteppedRun(std::shared_ptr<const engine::Catalogue> catalogue,
               std::unique_ptr<engine::Simulator> simulator, const RunWish& wish);

    engine::ResultAll<void> record(const engine::RunInfo& info, const std::filesystem::path& file);
    engine::ResultAll<void> beforeStep();
    void afterStep();
    engine::ResultAll<void> giveOrders();
    engine::ResultAll<void> carryOut(const engine::Command& command);
    bool fitsRecording(const engine::Simulator& next) const;

    std::shared_ptr<const engine::Catalogue> catalogue_;
    engine::Project project_;  ///< of runs that are not of a replay
    std::shared_ptr<const engine::Replay> replay_;
    engine::RunOptions options_;
    int threads_ = 1;
    std::unique_ptr<engine::Simulator> simulator_;
    std::unique_ptr<engine::Recorder> recorder_;
    std::optional<engine::RunRecording> recording_;
    std::filesystem::path parent_;  ///< recording that this one is a branch of
    engine::BranchOrigin origin_;
    engine::GuestsOfRun guests_;
    engine::AlarmWatch alarms_;
    KeptChannels kept_;
    std::vector<engine::Command> ahead_;  ///< still to be done, by time
    std::deque<engine::Event> events_;
    engine::Errors broken_;  ///< what ended the run
    double wallS_ = 0.0;
};

}  // namespace headroom::python
