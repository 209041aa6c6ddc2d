// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/live/run.h"
#include "engine/run/simulator.h"
#include "engine/store/recorder.h"

#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <span>

namespace headroom::engine {

class AlarmWatch;
struct RunStart;

/// The recording of a session. An edit that changes channels or racks ends a file; the next one continues: "run.db",
/// "run-2.db", "run-3.db". A scratch recording, which is for going back only, is removed at the end.
///
/// file() may be called from any thread, all else from the session's.
class SessionRecording {
  public:
    /// Begins the first file, with the run before it if there is one. Errors of Recorder::create(); a scratch recording
    /// that cannot be made is left out.
    Result<void> begin(const std::filesystem::path& file, bool isScratch, const RunInfo& info,
                       const Simulator& simulator, const RunStart* past);

    /// Takes what the last step yields, and returns its events.
    std::span<const Event> take(Simulator& simulator);
    /// Why nothing can be written any more. Without a code if all is well. A scratch recording ends then.
    Error failure();

    /// The run continues with another design. `before` is the run whose step was last.
    void changed(std::unique_ptr<Simulator> before, RunInfo info);
    /// Before a step: begins the next file if edits require one. Errors of files.
    Result<void> follow(const Simulator& simulator, AlarmWatch& alarms);

    /// Copies all files so far. STO-018: the run is not recorded.
    Result<void> save(const std::filesystem::path& target, bool replace, const Simulator& simulator,
                      AlarmWatch& alarms) const;

    /// At the end of the run.
    void close(const Simulator& simulator, AlarmWatch& alarms);

    /// The file that is being written. Empty if there is none.
    std::filesystem::path file() const;

  private:
    void end();

    std::unique_ptr<Recorder> recorder_;
    std::optional<RunRecording> recording_;
    RunInfo info_;                       ///< of the design that runs now
    std::unique_ptr<Simulator> before_;  ///< before edits that no step has followed
    bool isScratch_ = false;
    mutable std::mutex mutex_;
    // guarded by mutex_; written by the session's thread alone
    std::filesystem::path file_;  ///< the first one
    int files_ = 1;
};

}  // namespace headroom::engine
