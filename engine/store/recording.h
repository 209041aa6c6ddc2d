// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/run/frame/frame.h"
#include "engine/run/frame/job_history.h"
#include "engine/store/recorder.h"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace headroom::engine {

/// A channel as a recording holds it: independent of the program's present tables. Rack quantities
/// are described likewise, with `name` as their key.
struct RecordedChannel {
    std::string name;
    std::string object;
    std::string label;
    std::string unit;
    double toSi = 1.0;
    std::string why;
};

struct Series {
    std::vector<double> timeS;
    std::vector<double> value;  ///< in the channel's unit
};

/// Samples that are together in the file: of all channels over a stretch of time.
struct SampleBlock {
    std::vector<double> timeS;               ///< ascending, at least one
    std::vector<std::vector<float>> values;  ///< by channel, then by time; SI. NaN: none
};

/// Reads a recording, also of a killed run or of one that is still continuing; never writes to it.
/// One thread at a time. Every call sees what was committed by then.
class Recording {
  public:
    /// STO-010: no such file; STO-011: not a recording; STO-012: made by a newer program version
    /// (named); STO-013: damaged. Damage inside a table shows where that table is read, with what
    /// SQLite's quick_check says.
    static Result<std::unique_ptr<Recording>> open(const std::filesystem::path& path);
    ~Recording();
    Recording(const Recording&) = delete;
    Recording& operator=(const Recording&) = delete;

    const std::filesystem::path& path() const;
    const RunInfo& info() const;
    std::string summary() const;  ///< JSON; empty if the run did not finish
    const std::vector<RecordedChannel>& channels() const;
    const std::vector<RecordedChannel>& rackQuantities() const;
    /// STO-014: no such channel.
    Result<Series> series(const std::string& channel) const;
    /// First times of the blocks of samples, in order.
    std::vector<double> blockTimes() const;
    /// The block whose first sample is the last at or before `timeS`. STO-014: none that early.
    Result<SampleBlock> samples(double timeS) const;
    /// Programs that kept no job, fault and area have none.
    Result<std::vector<Event>> events() const;
    /// Losses; none in recordings of programs that kept none.
    Result<std::vector<Loss>> losses() const;
    /// Every job, by its number; none in recordings of programs that kept none.
    Result<std::vector<JobCard>> jobs() const;
    /// In the order of their ends, those that continued at the end of the run last, up to the last
    /// sample.
    Result<std::vector<JobSpan>> jobSpans() const;
    std::vector<double> fieldTimes(const std::string& rackQuantityKey) const;
    /// The newest snapshot at or before `timeS`: one value per rack in SI, as Frame::rack() has
    /// them. STO-014: no such quantity, or no snapshot that early.
    Result<std::vector<float>> field(const std::string& rackQuantityKey, double timeS) const;
    std::vector<double> keyframeTimes() const;
    /// The newest state at or before `timeS`. STO-014: none that early.
    Result<std::vector<std::byte>> keyframe(double timeS) const;
    /// Orders of people, in order; none in recordings of programs that kept none. STO-013: one of them
    /// cannot be read.
    Result<std::vector<Command>> commands() const;
    /// Files that the run was made from, with their bytes; RunInfo::inputs is without.
    Result<std::vector<RunInput>> inputs() const;
    /// What `info` and inputs say is enough to make the run again: not so in older versions.
    bool canReplay() const;
    /// Branches that were made of it.
    Result<std::vector<BranchOrigin>> branches() const;

    /// Time of the last sample; 0 where there is none.
    double lastTimeS() const;

  private:
    Recording();
    struct Private;
    std::unique_ptr<Private> d_;
};

/// Writes into a recording that a branch was made of it: `parent` of `branch` is the branch's own file
/// name there. STO-006: it is being written.
Result<void> addBranch(const std::filesystem::path& recording, const BranchOrigin& branch);

/// Local standard time `timeS` seconds after `startLocal` ("2026-07-01 00:00:00"); empty where that
/// is not a time.
std::string localTime(const std::string& startLocal, double timeS);

/// Writes a recording as CSV into `directory` (created) and returns the files: one per object class
/// with the unit as suffix of each column (facility.csv, halls.csv, …), channels.csv with label,
/// unit and meaning of every column, events.csv, jobs.csv, job_spans.csv, racks_<quantity>.csv,
/// run.json. STO-020: cannot write.
Result<std::vector<std::filesystem::path>> exportCsv(const Recording& recording,
                                                     const std::filesystem::path& directory);

}  // namespace headroom::engine
