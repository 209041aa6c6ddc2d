// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/live/session.h"
#include "engine/replay/branch.h"
#include "engine/replay/recorded_frames.h"
#include "engine/replay/replay.h"
#include "engine/watch/any_run.h"
#include "engine/watch/run_drive.h"
#include "engine/watch/run_keep.h"
#include "engine/watch/run_past.h"

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
/// its frames are those of the whole recording, regardless of their instant.
///
/// A recording that cannot be made again (lacks()) shows what the file tells, and nothing else.
/// All members may be called from any thread; frames are shared, read-only.
class Player : public AnyRun, public RunDrive, public RunKeep, public RunPast {
  public:
    /// Errors of Recording::open; where the project cannot be read by this version it is as if there
    /// were none. Begins at the last instant. `now`: newest frame of a run that continues; its alarms and the
    /// jobs under way are in no file yet.
    static ResultAll<std::unique_ptr<Player>> open(const std::filesystem::path& file,
                                                   const std::filesystem::path& shipped,
                                                   const std::shared_ptr<const Frame>& now = {});
    ~Player() override;
    Player(const Player&) = delete;
    Player& operator=(const Player&) = delete;

    RunDrive* drive() override { return this; }

    RunKeep* keep() override { return this; }

    RunPast* past() override { return this; }

    /// The name of the project.
    std::string name() const override { return info().projectName; }

    const std::filesystem::path& file() const override;
    const RunInfo& info() const override;
    bool isFinished() const override;
    /// The recording, or the run that continues, tells of alarms. Not so of one that was killed, or of an earlier version.
    bool knowsAlarms() const override;
    const Errors& lacks() const override;
    const std::optional<Project>& project() const override;
    std::shared_ptr<const Catalogue> catalogue() const override;
    const std::vector<BranchOrigin>& branches() const override;
    double firstS() const override;
    double lastS() const override;

    /// On to the end; from the end, from the beginning.
    void play() override;
    void pause() override;
    void step(int steps = 1) override;
    void setSpeed(double simulatedPerSecond) override;
    void seek(double timeS) override;

    /// Never null. isExact(): it is the run's own state.
    std::shared_ptr<const Frame> frame() const override;
    bool isExact() const override;
    std::shared_ptr<const Layout> layout() const override;
    std::shared_ptr<const RunSeries> series() const override;
    RunStatus status() const override;
    void onFrame(std::function<void()> callback) override;
    void watchJob(std::int64_t job) override;
    /// The plant of the frame.
    std::shared_ptr<const Plant> plant() const override;
    /// The last six hours, once a minute.
    std::optional<Telemetry> telemetry(double timeS) const override;
    /// At the instant that is shown, on the player's thread.
    void look(std::function<void(const Simulator*)> look) override;

    std::filesystem::path recordingFile() const override { return file(); }

    /// A copy of the file.
    Result<void> saveRecording(const std::filesystem::path& target, bool replace) override;

    ResultAll<Branch> branch(const BranchWish& wish,
                             const std::atomic<bool>* cancel = nullptr) override;
    std::shared_ptr<const Replay> replay() const override;
    void copySeries(RunSeries& to, double untilS) const override;

  private:
    Player();
    struct Private;
    std::unique_ptr<Private> d_;
};

}  // namespace headroom::engine
