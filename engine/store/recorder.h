// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/base/special_members.h"
#include "engine/plant/run_options.h"
#include "engine/run/command.h"
#include "engine/run/frame/frame.h"
#include "engine/run/frame/job_history.h"
#include "engine/run/frame/loss.h"
#include "engine/run/frame/quantity.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace headroom::engine {

/// A file that a run was made from, with its content then: weather, traces, parts of the project's own.
struct RunInput {
    std::string path;    ///< as the project names it; below "given/" what the run's options named
    std::string origin;  ///< where it was read, absolute
    std::uint64_t size = 0;
    std::string
        bytes;  ///< empty where it is larger than kMostInputBytes: then only `origin` has it
};

inline constexpr std::uint64_t kMostInputBytes = std::uint64_t{64} << 20U;

/// The run from which another branches off.
struct BranchOrigin {
    std::string parent;   ///< file name of its recording; empty if it is not a branch
    double atS = 0.0;     ///< it shares all before with it
    std::string name;     ///< what people call the branch
    std::string colour;   ///< "#rrggbb"
    std::string changes;  ///< what is different from then on, in words; empty means nothing
};

/// Self-description of a recording.
struct RunInfo {
    HEADROOM_SPECIAL_MEMBERS(RunInfo);

    std::string projectName;
    std::string projectText;  ///< the simulated project
    std::string startLocal;   ///< local standard time of second 0
    std::uint64_t seed = 0;
    double stepS = 0.0;
    std::string version;             ///< of the program
    std::vector<std::string> racks;  ///< names of the racks, in Frame order
    // Of a run whose design was edited in its course, and that continues in another file.
    double fromS = 0.0;   ///< the recording begins there
    std::string follows;  ///< file name of the one before; empty if it is the first
    std::string edits;    ///< what was done to the design in between
    BranchOrigin branch;
    // Other inputs of the recording, so that it can be reproduced (engine/replay).
    std::string catalogue;  ///< fingerprint of the catalogue; empty if not known (older versions)
    Coupling coupling = Coupling::Always;
    Steps steps = Steps::Even;
    double traceOffsetS = 0.0;
    std::string traceMap;                  ///< of RunOptions
    std::string weatherInput, traceInput;  ///< RunInput::path of RunOptions' files; empty if none
    std::vector<RunInput> inputs;
};

/// Data that a recording needs next to its steps to be complete: the state of the run after the last of them.
struct RunStanding {
    std::vector<JobSpan> openJobs;  ///< jobs that run or wait then
    std::vector<Loss> openLosses;   ///< losses that continue then
    std::string summaryJson;        ///< summaryJson() of that instant
    std::string follows;  ///< file name of the part before; empty means as the recording says
};

/// Writes a run into an SQLite file (schema: engine/store/schema.cpp): on a thread of its own, beside
/// the simulation, or between its steps where it is to have no other thread. The bytes of what was
/// recorded are the same.
///
/// Samples go to columnar chunks per channel, rack fields to compressed snapshots, events and state
/// keyframes to tables. At least every second of real time all that was handed over is committed,
/// so that a killed process leaves a file that opens and lacks the last seconds at most. sample(),
/// rackField(), event() and keyframe() are called from one thread (the simulation's). They never
/// block on the disk except when more than 32 MB wait to be written, or where they write themselves.
class Recorder {
  public:
    enum class Write { Beside, Between };

    /// Nobody else may record to `path` from now on (STO-006). An existing recording is refused
    /// (STO-002) unless `replace`, and then stays until the new one holds samples; a file that is not
    /// a recording of ours is never overwritten (STO-003).
    static Result<std::unique_ptr<Recorder>> create(const std::filesystem::path& path,
                                                    const RunInfo& info,
                                                    const std::vector<Channel>& channels,
                                                    bool replace, Write write = Write::Beside);
    ~Recorder();
    Recorder(const Recorder&) = delete;
    Recorder& operator=(const Recorder&) = delete;

    /// One value (SI) per channel at a simulated time; times strictly increase by the run's step.
    void sample(double timeS, std::span<const double> values);
    void rackField(double timeS, RackQuantity quantity, std::span<const float> values);
    void event(const Event& event);
    void jobs(std::span<const JobCard> cards, std::span<const JobSpan> ended);
    /// Once, at the end: what continued then.
    void openJobs(std::span<const JobSpan> spans);
    /// Losses; at the end also running ones (Simulator::openLosses).
    void losses(std::span<const Loss> losses);
    void keyframe(double timeS, std::span<const std::byte> state);
    void commands(std::span<const Command> commands);

    /// Writes a copy of the recording to `target` as a complete one, as if the run had ended with the last step; the run and
    /// its own recording continue. Called from the thread that hands over steps, which waits for the copy. Errors: those of
    /// create(), the writer's own failure, STO-017 where no step was recorded yet.
    Result<void> saveCopy(const std::filesystem::path& target, bool replace,
                          const RunStanding& standing);

    /// Writes what is left with the run's summary (JSON) and closes. Returns the first error that
    /// the writer met (disk full, folder read-only, STO-008: the file was removed, moved or
    /// replaced): what was committed before it stays valid.
    Result<void> finish(const std::string& summaryJson);

    /// The first error of the writer so far, if any; empty code: none. May be polled.
    Error failure() const;

  private:
    Recorder();
    struct Private;
    std::unique_ptr<Private> d_;
};

}  // namespace headroom::engine
