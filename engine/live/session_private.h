// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/alarms/alarm_watch.h"
#include "engine/live/run.h"
#include "engine/live/run_series.h"
#include "engine/live/run_start.h"
#include "engine/live/session.h"
#include "engine/run/frame/story.h"
#include "engine/run/simulator.h"
#include "engine/store/recorder.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <functional>
#include <future>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <vector>

/// Members of a session: session.cpp implements the public functions, session_loop.cpp its thread.
namespace headroom::engine {

std::vector<std::string> namesOf(const std::vector<Channel>& channels);

/// "run.db", "run-2.db", "run-3.db": the files of a run whose design was edited.
std::filesystem::path numbered(const std::filesystem::path& file, int number);

Error shortOfMemory();

/// A design that waits for the end of the step under way.
struct PendingEdit {
    std::shared_ptr<const Plant> plant;
    const Project* project = nullptr;  ///< of who waits for `done`
    const Catalogue* catalogue = nullptr;
    std::string words;
    std::promise<Errors> done;  ///< none if it runs
};

struct Session::Private {
    std::unique_ptr<Simulator> simulator;
    std::shared_ptr<RunSeries> series;
    std::unique_ptr<Recorder> recorder;
    std::optional<RunRecording> recording;

    // of the recording
    std::filesystem::path file;
    bool isScratch = false;
    int files = 1;
    std::unique_ptr<Simulator> recorded;  ///< as it was before edits that no step has followed
    RunInfo info;                         ///< of the design that runs now

    // of a run that began in the middle of another
    std::vector<Command> actions;  ///< what people did there to jobs and air, by time
    std::shared_ptr<const Story> pastStory;
    std::shared_ptr<const JobHistory> pastHistory;

    mutable std::mutex mutex;
    std::condition_variable wake;
    // guarded by mutex
    bool playing = false, stop = false;
    bool moving = false;  ///< the frame is not of the last step, or a step is under way
    bool isOfDesignBefore = false, unshownSteps = false;  ///< of the frame; since it
    bool broken = false;                                  ///< memory ran out: nothing runs any more
    int steps = 0;
    std::vector<std::function<void(Simulator&)>> orders;
    std::vector<std::function<void(const Simulator*)>>
        looks;                          ///< after the orders; no frame follows
    std::vector<PendingOrder> pending;  ///< by time
    int nextTicket = 0;
    Telemetry telemetry;
    std::vector<double> sensors;  ///< of one instant, on the simulation's thread
    std::vector<std::unique_ptr<PendingEdit>> edits;
    std::shared_ptr<const Plant> plant;
    double speed = 60.0, achieved = 0.0;
    bool behind = false;
    double untilS = std::numeric_limits<double>::infinity();  ///< playUntil()
    std::string failure;
    PauseRule pauseRule;
    std::int64_t pausedBy = -1;
    std::string pauseText;
    std::shared_ptr<const Frame> frame;
    std::atomic<bool> taken{true};  ///< the newest frame; not before does a viewer want the next
    std::function<void()> callback;

    AlarmWatch alarms;  ///< on the simulation's thread

    std::thread thread;

    /// Plays from now on. Called with the lock held.
    void start(double until) {
        playing = failure.empty();
        untilS = until;
        pausedBy = -1;
        pauseText.clear();
    }

    void loop();
    void guardedLoop();
    Errors edit(const PendingEdit& edit);
    void nextRecording();
    void fail(const Error& error);
    void giveDue();
    void takePast(const RunStart& start);
    void tellPast(Frame& frame) const;
    void endRecording();
    Result<void> saveRecording(const std::filesystem::path& target, bool replace);
    void keepSensors();
    std::span<const Event> record();
    void watch(std::span<const Event> events);
    void publish(std::chrono::steady_clock::time_point& last);
};

}  // namespace headroom::engine
