// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/document/catalogue.h"
#include "engine/document/project.h"
#include "engine/experiment/run_until.h"
#include "engine/files/temporary_folder.h"
#include "engine/run/simulator.h"
#include "engine/store/recording.h"

#include <atomic>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

/// Any instant of a recorded run, exactly: the last state that was kept before it, and on from there
/// with everything that people did meanwhile. Nothing is interpolated: the state has the bytes, and
/// so the hash, that the run itself had.
namespace headroom::engine {

/// Times closer than this are the same instant.
inline constexpr double kOneInstantS = kEndOfRunS;

/// One thread at a time.
class Replay {
  public:
    /// Reads what the run was made from: its project and files of that time, from the recording; the
    /// parts that ship, from `shipped` (resources/catalog).
    /// RPL-001: of a version that kept too little. RPL-002: made by another version, or with other
    /// parts, and would not come to the same. RPL-003: a file that was too large to keep is gone or has
    /// changed. STO-013: damaged. Errors of the project where it cannot be read.
    static ResultAll<std::unique_ptr<Replay>> open(std::shared_ptr<const Recording> recording,
                                                   const std::filesystem::path& shipped);
    Replay(const Replay&) = delete;
    Replay& operator=(const Replay&) = delete;

    const Recording& recording() const { return *recording_; }

    const Catalogue& catalogue() const { return catalogue_; }

    const RunOptions& options() const { return options_; }

    /// The first state that was kept, and the last step: what at() can tell.
    double firstS() const { return keyframes_.front(); }

    double lastS() const { return lastS_; }

    struct Moment {
        std::unique_ptr<Simulator> simulator;
        std::vector<Command> ahead;  ///< what people did from then on, in order
    };

    /// The run after its last step at or before `timeS`, before anything that people did then. Takes
    /// as long as running on from the state that was kept before it (RecordingPlan: about a second).
    /// `cancel` may be null. RPL-004: before the first state or after the last step. RPL-005:
    /// cancelled. Errors of loading a state, and of designs that were edited in.
    ResultAll<Moment> at(double timeS, const std::atomic<bool>* cancel = nullptr) const;

    /// The state that was kept last at or before `timeS`, from which at() would run on. Errors as of
    /// at().
    ResultAll<Moment> before(double timeS) const;

    /// The same from a simulator that is there, after a step and before anything that people did then:
    /// it is kept.
    Moment copyOf(const Simulator& there) const;

    /// Compiled form of the design of that time.
    ResultAll<std::shared_ptr<const Plant>> plant(double timeS) const;

    /// Runs from each state that was kept to the next, and compares the bytes. Returns how many were
    /// compared. RPL-006: where they differ first.
    ResultAll<int> verify(const std::function<void(double)>& progress = {},
                          const std::atomic<bool>* cancel = nullptr) const;

    /// Whether a further step ends at `untilS` or before, and within the recording.
    bool hasStep(const Simulator& simulator, double untilS) const;

    /// Takes that step, after the commands from `next` on whose time has come. Events stay with the simulator.
    /// Errors: those of carryOut(), and SIM-045.
    ResultAll<void> step(std::unique_ptr<Simulator>& simulator, std::span<const Command> commands,
                         std::size_t& next, double untilS) const;

    /// Does to a simulator what was done, or is to be done now; a design replaces it.
    ResultAll<void> carryOut(std::unique_ptr<Simulator>& simulator, const Command& command) const;

    /// Reads a project's text as this recording holds it: paths lead to its files. A file outside that the
    /// recording does not hold is missing, even if this machine has it.
    ResultAll<Project> parse(const std::string& text) const;

    /// The same with the paths that are there: to be edited and written again.
    ResultAll<Project> plain(const std::string& text) const;

  private:
    Replay() = default;

    Result<void> unpack();
    ResultAll<std::shared_ptr<const Plant>> plantOf(const std::string& text) const;
    /// Text of the design after a given number of commands.
    const std::string& textAfter(std::size_t commands) const;
    ResultAll<std::unique_ptr<Simulator>> load(double keyframeS, std::size_t commands) const;
    ResultAll<void> runOn(std::unique_ptr<Simulator>& simulator, std::size_t& command,
                          double untilS, const std::atomic<bool>* cancel) const;
    std::size_t commandsBefore(double timeS) const;
    /// The first state that was kept after this step, or the end of the recording: a step that was cut ended there.
    double nextKnownS(double timeS) const;
    Error error(const char* code, std::string message, std::string remedy) const;

    std::shared_ptr<const Recording> recording_;
    TemporaryFolder folder_;                                  ///< of its inputs
    std::vector<std::pair<std::string, std::string>> moved_;  ///< paths in the project, and here
    Catalogue catalogue_;
    RunOptions options_;
    std::vector<Command> commands_;
    std::vector<double> keyframes_;
    double lastS_ = 0.0;
    mutable std::vector<std::pair<std::string, std::shared_ptr<const Plant>>> plants_;  ///< by text
};

}  // namespace headroom::engine
