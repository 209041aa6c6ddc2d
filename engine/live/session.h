// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/alarms/alarm_kind.h"
#include "engine/base/error.h"
#include "engine/document/catalogue.h"
#include "engine/document/project.h"
#include "engine/floor/layout.h"
#include "engine/plant/plant_order.h"
#include "engine/reliability/diagnosis/diagnosis.h"
#include "engine/run/frame/frame.h"
#include "engine/run/jobs/job_order.h"
#include "engine/watch/run_look.h"

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
struct RunStart;

/// An order that is given later in the run.
struct PendingOrder {
    int ticket = -1;  ///< names it in cancelOrder()
    double atS = 0.0;
    PlantOrder order;
};

/// What stops a run that plays.
struct PauseRule {
    std::uint32_t kinds = 0;              ///< bits by EventKind
    std::optional<AlarmSeverity> alarms;  ///< as heavy as that or heavier; none: no alarm stops it

    void add(EventKind kind) { kinds |= 1U << static_cast<unsigned>(kind); }

    bool has(EventKind kind) const { return (kinds >> static_cast<unsigned>(kind) & 1U) != 0; }
};

/// A simulation that runs on its own thread while people watch: play, pause, step, speed.
/// All members may be called from any thread other than the simulation's; frames are shared,
/// read-only. Destroying the session stops the thread and closes the recording.
class Session : public RunLook {
  public:
    struct Options {
        std::filesystem::path recording;  ///< empty: nothing is recorded
        /// The recording is only there for going back while the run is open: it goes with the session,
        /// and where it cannot be written the run goes on without.
        bool isScratch = false;
    };

    struct Status {
        bool playing = false;
        bool moving = false;  ///< plays, or has not yet shown the last step that it was asked for
        /// The design was changed since the last step: the figures are of the one before.
        bool isOfDesignBefore = false;
        double wantedSpeed = 0.0;    ///< simulated seconds per second; 0: as fast as possible
        double achievedSpeed = 0.0;  ///< over the last second
        bool behind = false;         ///< playing slower than wanted
        std::string failure;         ///< text of the error that stopped the run; empty: none
        /// What the rule of pauseOn() stopped for, until it plays on: an event, or one that told of an
        /// alarm.
        std::int64_t pausedBy = -1;
        std::string pauseText;  ///< in words; empty: nothing stopped it
    };

    /// Compiles the project; faults of the design that cannot be compiled come back as errors.
    static ResultAll<std::unique_ptr<Session>> create(const Project& project,
                                                      const Catalogue& catalogue, Options options);
    /// Continues where another run was. Orders of people there are repeated; edits of the design are not, since the design
    /// of the start replaces them. `past`: samples up to there, which may be empty. Frames tell the story of both.
    static ResultAll<std::unique_ptr<Session>> goOn(RunStart start, std::shared_ptr<RunSeries> past, Options options);
    ~Session() override;
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    void play();
    void pause();
    /// One coupling step, then pause.
    void step();
    /// Simulated seconds per real second; 0: as fast as possible.
    void setSpeed(double simulatedPerSecond);

    /// Stops at the end of the step in which such an event happens, or such an alarm is raised, at
    /// any speed.
    void pauseOn(const PauseRule& rule);

    /// Opens a breaker, fails or repairs a part: at the start of the next step. Events and frames
    /// show what follows.
    void operate(const PlantOrder& order);

    /// The same later: at the start of the first step at or after `atS`, so up to one coupling step
    /// late. Orders of the same time are given in the order in which they came. Returns a ticket.
    int operateAt(double atS, const PlantOrder& order);
    /// Nothing happens where the order was given already.
    void cancelOrder(int ticket);
    /// Orders that are still to be given, by time.
    std::vector<PendingOrder> pendingOrders() const;

    /// The run goes on with an edited design (Simulator::changed), between two steps; a frame shows
    /// it at once. Compiles here and waits for the step under way: for a thread that nobody waits
    /// for. `words`: what was done, for the story. Where the design cannot run the errors come back
    /// and the old one runs on. A recording whose channels or racks the edit changes is finished at
    /// the next step, and NAME-2.db begun beside it.
    /// `fabrics`: RunOptions::fabrics.
    ResultAll<void> edit(const Project& project, const Catalogue& catalogue,
                         const std::string& words,
                         std::shared_ptr<const BuiltFabrics> fabrics = nullptr);

    /// Submits, ends, preempts, holds or releases a job: at the start of the next step.
    void orderJob(const JobOrder& order);

    /// Fills Frame::watched for this job (JobRow::id) from the next frame on, at once while paused;
    /// -1: for none.
    void watchJob(std::int64_t job);

    /// Hot air at the inlets of a hall's racks, as a field of its air found it: at the start of the
    /// next step. See Simulator::setAirFractions.
    void setAirFractions(int hall, std::vector<double> fractions);

    /// Plays until the first step at or after `timeS` (s since the start), then pauses. play() and pause() end the wish.
    void playUntil(double timeS);

    /// Writes the run up to its last step to `target` as a complete recording with summary; the run continues. Of a run
    /// whose design was edited the earlier files are copied too, as NAME.db, NAME-2.db, …. Waits for the step under way and
    /// for the disk: not for the thread of the simulation or of a window. Errors: those of Recorder::saveCopy; STO-018
    /// where the run is not being recorded.
    Result<void> saveRecording(const std::filesystem::path& target, bool replace);

    /// The newest frame; never null. While it plays a new one is published at most 30 times a second,
    /// and not before somebody took the last: the run does not wait for who draws, and builds
    /// nothing that nobody sees.
    std::shared_ptr<const Frame> frame() const;
    /// Of the design that runs now; Frame::layout is that of the frame.
    std::shared_ptr<const Layout> layout() const;
    /// What a control room holds of this run: sensors once a minute over the last hours, and no
    /// alarms, which stand in the story of the frames.
    Telemetry telemetry() const;
    /// Every step so far of every channel, for charts: it goes on growing while it is read. The same
    /// object for all of the run.
    std::shared_ptr<const RunSeries> series() const;
    /// Where it is recorded now; empty: nowhere, or nothing of it is committed yet, so there is no such file.
    std::filesystem::path recordingFile() const;
    /// What the project was compiled to; it never changes, so that any thread may read it. An edit
    /// puts another in its place.
    std::shared_ptr<const Plant> plant() const;
    Status status() const;

    /// On the simulation thread.
    void ask(const AskedQuestion& question, TakeReply take) override;

    /// Looks at the simulator between two steps, at once while paused, on the simulation's thread: the run
    /// waits meanwhile. A session that ends first never calls it.
    void look(std::function<void(const Simulator&)> look);

    /// Called on the simulation thread after a frame was published. Keep it short (post an event).
    void onFrame(std::function<void()> callback);

  private:
    Session();
    ResultAll<void> begin(const Options& options, const RunStart* past);
    struct Private;
    std::unique_ptr<Private> d_;
};

}  // namespace headroom::engine
