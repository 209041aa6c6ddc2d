// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/document/project.h"
#include "engine/live/session.h"
#include "engine/watch/run_look.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace headroom::engine {

/// Files that a design is read with (companionsOf()), where it was read.
struct DesignFiles {
    std::filesystem::path folder;
    std::vector<std::filesystem::path> names;  ///< relative, within the folder
};

/// Null where there are none.
std::shared_ptr<const DesignFiles> designFilesOf(const Project& project);

/// The design that a twin runs now.
struct DesignNow {
    std::shared_ptr<const std::string>
        text;                   ///< as a project file; null means this version cannot read it
    std::int64_t revision = 0;  ///< 0 at the start, one more with each change
    std::string undo,
        redo;  ///< in words, what would be taken back or done again; empty means nothing
    std::shared_ptr<const DesignFiles> files;  ///< null if it needs none
};

/// A run that is served: one that continues, or a recorded one. All members may be called from any
/// thread; frames are shared and read-only.
///
/// Requests that a recording cannot serve are refused with WEB-021, requests that only a recording serves with WEB-022.
class Twin {
  public:
    virtual ~Twin() = default;

    virtual bool isLive() const = 0;
    virtual std::string name() const = 0;
    virtual std::shared_ptr<const Frame> frame() const = 0;  ///< never null
    virtual std::shared_ptr<const RunSeries> series() const = 0;
    virtual std::shared_ptr<const Plant> plant()
        const = 0;  ///< null means the design cannot be read
    virtual RunStatus status() const = 0;
    virtual DesignNow design() const = 0;
    virtual double firstS() const = 0;
    virtual double lastS() const = 0;  ///< that can be shown; of a run that continues: now

    // For those who may operate.
    /// Whether the run can be played, paused, stepped, given a speed or moved in time from here. WEB-030: it follows a
    /// building.
    virtual Result<void> mayDrive() const { return {}; }

    virtual void play() = 0;
    virtual void pause() = 0;
    virtual void step(int steps) = 0;
    virtual void setSpeed(double simulatedPerSecond) = 0;  ///< 0 means as fast as possible
    virtual Result<void> seek(double timeS) = 0;

    /// All of the settings (settingOf()), or none; `ifRevision`: only where the design is still that one
    /// (WEB-023). Waits for the step under way. Errors of settings, and of designs that cannot run.
    virtual ResultAll<DesignNow> edit(const std::vector<std::string>& settings,
                                      const std::string& words,
                                      std::optional<std::int64_t> ifRevision) = 0;
    /// The same with a whole design, as a project file has it: objects may come and go too.
    virtual ResultAll<DesignNow> replace(const std::string& text,
                                         std::optional<std::int64_t> ifRevision) = 0;
    /// Takes back the last edit, or does it again. WEB-024: there is none.
    virtual ResultAll<DesignNow> undo(bool isRedo) = 0;

    /// An order in words (orderFromText()), at once or at its time. WEB-025: no such words. RPL-012: nothing in
    /// the plant takes it. WEB-026: its time has passed, or a job's order is not at once. The ticket of one
    /// that is to come; -1 means given.
    virtual Result<int> order(const std::string& text) = 0;
    /// A job from outside, at once (JobAction::Submit). WEB-049: the run has nothing to run on; the message says so.
    virtual Result<void> submit(const JobOrder& job) = 0;
    virtual std::vector<PendingOrder> pendingOrders() const = 0;
    virtual bool cancelOrder(int ticket) = 0;  ///< false: there is none of that ticket

    /// Answers questions at the present instant. Never null.
    virtual std::shared_ptr<RunLook> look() = 0;

    /// As `run --format json` prints it, with the hash of the state.
    virtual Result<std::string> summary() const = 0;
};

}  // namespace headroom::engine
