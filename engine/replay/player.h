// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/live/session.h"
#include "engine/replay/branch.h"
#include "engine/replay/recorded_frames.h"
#include "engine/replay/replay.h"

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

/// A recorded run that people watch: any instant of it, and on from there at any speed.
namespace headroom::engine {

/// Runs on a thread of its own, like a Session, and shows the same frames as the run did. A seek shows
/// what the file tells at once where the exact state takes longer than a moment (RecordedFrames), and
/// then that state: made again from the one that was kept before it, to the byte. Story and history of
/// its frames are those of the whole recording, whatever their instant.
///
/// A recording that cannot be made again (lacks()) shows what the file tells, and nothing else.
/// All members may be called from any thread; frames are shared, read-only.
class Player : public RunLook {
  public:
    /// Errors of Recording::open; where the project cannot be read by this version it is as if there
    /// were none. Begins at the last instant. `now`: newest frame of a run that goes on; its alarms and the
    /// jobs under way are in no file yet.
    static ResultAll<std::unique_ptr<Player>> open(const std::filesystem::path& file,
                                                   const std::filesystem::path& shipped,
                                                   const std::shared_ptr<const Frame>& now = {});
    ~Player() override;
    Player(const Player&) = delete;
    Player& operator=(const Player&) = delete;

    const std::filesystem::path& file() const;
    const RunInfo& info() const;
    /// The run came to its end; not so of one that was killed, or goes on.
    bool isFinished() const;
    /// The recording, or the run that goes on, tells of alarms: frames have those of their instant. Not so of one that was
    /// killed, or of an earlier version.
    bool knowsAlarms() const;
    /// Why exact states cannot be had; none: they can.
    const Errors& lacks() const;
    /// The design that the run began with, its paths as they stood there; none: this version cannot
    /// read it. Catalogue: with the run's own parts.
    const std::optional<Project>& project() const;
    std::shared_ptr<const Catalogue> catalogue() const;
    /// Those that were noted in the recording when it was opened.
    const std::vector<BranchOrigin>& branches() const;
    double firstS() const;
    double lastS() const;

    /// On to the end; from the end, from the beginning.
    void play();
    void pause();
    /// So many steps of the run, also back; then pause.
    void step(int steps = 1);
    void setSpeed(double simulatedPerSecond);
    /// Pauses, and shows the last step at or before that time.
    void seek(double timeS);

    /// Never null. isExact(): it is the run's own state.
    std::shared_ptr<const Frame> frame() const;
    bool isExact() const;
    std::shared_ptr<const RunSeries> series() const;
    Session::Status status() const;
    void onFrame(std::function<void()> callback);
    /// Fills Frame::watched for this job; -1: for none.
    void watchJob(std::int64_t job);
    /// Of the frame; null: the project cannot be read.
    std::shared_ptr<const Plant> plant() const;
    /// Sensors of the last six hours before that time, once a minute, and no alarms.
    Telemetry telemetry(double timeS) const;
    /// At the instant that is shown, on the player's thread.
    void ask(const AskedQuestion& question, TakeReply take) override;

    /// From an instant on in another way; waits for the step under way. Errors of branchOff(), and
    /// lacks().
    ResultAll<Branch> branch(const BranchWish& wish, const std::atomic<bool>* cancel = nullptr);
    /// What carries out later commands of a branch. Null: see lacks().
    std::shared_ptr<const Replay> replay() const;
    /// Hands every sample up to that time to a series of the same channels.
    void copySeries(RunSeries& to, double untilS) const;

  private:
    Player();
    struct Private;
    std::unique_ptr<Private> d_;
};

}  // namespace headroom::engine
