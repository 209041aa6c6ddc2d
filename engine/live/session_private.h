// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/alarms/alarm_watch.h"
#include "engine/live/pace.h"
#include "engine/live/pause_watch.h"
#include "engine/live/pending_orders.h"
#include "engine/live/run.h"
#include "engine/live/run_before.h"
#include "engine/live/run_series.h"
#include "engine/live/run_start.h"
#include "engine/live/session.h"
#include "engine/live/session_recording.h"
#include "engine/run/simulator.h"

#include <atomic>
#include <condition_variable>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <thread>
#include <vector>

/// Members of a session: session.cpp implements the public functions, session_loop.cpp its thread.
namespace headroom::engine {

std::vector<std::string> namesOf(const std::vector<Channel>& channels);

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
    SessionRecording recording;
    RunBefore before;

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
        looks;  ///< after the orders; no frame follows
    PendingOrders pending;
    std::vector<std::unique_ptr<PendingEdit>> edits;
    std::shared_ptr<const Plant> plant;
    PlaySpeed speed;
    std::string failure;
    PauseWatch pause;
    std::shared_ptr<const Frame> frame;
    std::atomic<bool> taken{true};  ///< the newest frame; not before does a viewer want the next
    std::function<void()> callback;

    // of the simulation's thread
    AlarmWatch alarms;
    std::vector<double> sample;  ///< values of one step

    std::thread thread;

    /// Plays from now on. Called with the lock held.
    void start(double until) {
        playing = failure.empty();
        pause.begin(until);
    }

    void loop();
    void guardedLoop();
    Errors edit(const PendingEdit& edit);
    void fail(const Error& error);
    void giveDue();
    void takePast(const RunStart& start);
    void keepSample();
    void watch(std::span<const Event> events);
    void publish(Pace::Clock::time_point& last);
};

}  // namespace headroom::engine
