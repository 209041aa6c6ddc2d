// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/document/catalogue.h"
#include "engine/document/project.h"
#include "engine/floor/layout.h"
#include "engine/reliability/diagnosis/diagnosis.h"
#include "engine/run/frame/frame.h"
#include "engine/run/jobs/job_order.h"
#include "engine/watch/any_run.h"
#include "engine/watch/run_drive.h"
#include "engine/watch/run_edits.h"
#include "engine/watch/run_keep.h"
#include "engine/watch/run_orders.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace headroom::engine {

class RunSeries;
class Simulator;
struct BuiltFabrics;
struct Plant;
struct RunInfo;
struct RunStart;

/// A simulation that runs on its own thread while people watch: play, pause, step, speed.
/// All members may be called from any thread other than the simulation's; frames are shared,
/// read-only. Destroying the session stops the thread and closes the recording.
class Session : public AnyRun, public RunDrive, public RunOrders, public RunEdits, public RunKeep {
  public:
    struct Options {
        std::filesystem::path recording;  ///< empty if nothing is recorded
        /// The recording is only for going back while the run is open. It is removed with the session. The run continues
        /// without a recording that cannot be written.
        bool isScratch = false;
    };

    /// Compiles the project; faults of the design that cannot be compiled come back as errors.
    static ResultAll<std::unique_ptr<Session>> create(const Project& project,
                                                      const Catalogue& catalogue, Options options);
    /// Continues where another run was. Orders of people there are repeated; edits of the design are not, since the design
    /// of the start replaces them. `past`: samples up to there, which may be empty. Frames tell the story of both.
    static ResultAll<std::unique_ptr<Session>> goOn(RunStart start, std::shared_ptr<RunSeries> past,
                                                    Options options);
    ~Session() override;
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    RunDrive* drive() override { return this; }

    RunOrders* orders() override { return this; }

    RunEdits* edits() override { return this; }

    RunKeep* keep() override { return this; }

    void play() override;
    void pause() override;
    /// Coupling steps.
    void step(int steps = 1) override;
    void setSpeed(double simulatedPerSecond) override;
    /// play() and pause() end it.
    void playUntil(double timeS) override;

    void pauseOn(const PauseRule& rule) override;
    void operate(const PlantOrder& order) override;
    int operateAt(double atS, const PlantOrder& order) override;
    void cancelOrder(int ticket) override;
    std::vector<PendingOrder> pendingOrders() const override;
    void orderJob(const JobOrder& order) override;
    void setAirFractions(int hall, std::vector<double> fractions) override;

    /// Simulator::changed; a frame shows it at once. A recording whose channels or racks the edit changes is finished at
    /// the next step, and NAME-2.db begins next to it.
    ResultAll<void> edit(const Project& project, const Catalogue& catalogue,
                         const std::string& words,
                         std::shared_ptr<const BuiltFabrics> fabrics = nullptr) override;

    /// At once while paused.
    void watchJob(std::int64_t job) override;

    /// With summary. After an edit of the design the earlier files of the run are copied too, as NAME.db, NAME-2.db, …. Errors:
    /// those of Recorder::saveCopy; STO-018 where the run is not being recorded.
    Result<void> saveRecording(const std::filesystem::path& target, bool replace) override;

    /// The newest frame; never null. While it plays a new one is published at most 30 times a second,
    /// and not before somebody took the last: the run does not wait for who draws, and builds
    /// nothing that nobody sees.
    std::shared_ptr<const Frame> frame() const override;
    /// Layout of the design that runs now; Frame::layout is that of the frame.
    std::shared_ptr<const Layout> layout() const override;
    /// Data of the last hours, once a minute, at any time: the alarms are in the story of the frames.
    std::optional<Telemetry> telemetry(double timeS) const override;
    /// Series of every channel; it grows while it is read.
    std::shared_ptr<const RunSeries> series() const override;
    std::filesystem::path recordingFile() const override;
    /// It never changes, so that any thread may read it. An edit puts another in its place.
    std::shared_ptr<const Plant> plant() const override;
    RunStatus status() const override;

    /// On the simulation's thread; never null.
    void look(std::function<void(const Simulator*)> look) override;

    /// On the simulation thread.
    void onFrame(std::function<void()> callback) override;

  private:
    Session();
    ResultAll<void> begin(const Options& options, const RunInfo& info, const RunStart* past);
    struct Private;
    std::unique_ptr<Private> d_;
};

}  // namespace headroom::engine
