// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/alarms/alarm_history.h"
#include "engine/live/pace.h"
#include "engine/replay/opened_recording.h"
#include "engine/replay/player.h"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

/// Members of a player: player.cpp implements the public functions, player_loop.cpp its thread.
namespace headroom::engine {

struct Player::Private {
    OpenedRecording of;
    AlarmHistory alarms;
    double firstS = 0.0, lastS = 0.0;

    /// Held while the recording is read or the run is made again.
    std::mutex work;
    std::unique_ptr<RecordedFrames> frames;
    std::optional<Replay::Moment> moment;  ///< the state of the last exact frame, and what follows
    std::size_t next = 0;                  ///< of its commands
    double loadS = 0.0;                    ///< how long it took last to load a state

    mutable std::mutex mutex;
    std::condition_variable wake;
    // guarded by mutex
    bool playing = false, stop = false, busy = true, exact = false;
    int steps = 0;
    std::optional<double> wanted;
    PlaySpeed speed;
    std::int64_t watched = -1;
    bool rewatch = false;
    std::string failure;
    std::vector<std::function<void(const Simulator*)>>
        looks;  ///< that wait; null means no exact state
    std::shared_ptr<const Frame> frame;
    std::shared_ptr<const Plant> plant;
    std::function<void()> callback;

    std::atomic<bool> cancel{false};  ///< another instant is wanted
    std::atomic<bool> ends{false};
    std::thread thread, reader;

    void loop();
    void goTo(double timeS);
    bool runTo(double timeS, std::chrono::steady_clock::time_point since, bool told);
    bool stepOnce();
    void playOn();
    void answerLooks(bool hasState);
    void publish(std::shared_ptr<Frame> next, bool isExact);
    void publishTold(double timeS);
    void publishExact();
    void fail(const Errors& errors);
    void readSeries();
    double nowS() const;
};

}  // namespace headroom::engine
