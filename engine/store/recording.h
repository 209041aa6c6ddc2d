// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/sim/frame.h"
#include "engine/store/recorder.h"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace headroom::engine {

/// A channel as a recording holds it: independent of the program's present tables.
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

/// Reads a recording. Works on files of killed runs.
class Recording {
  public:
    /// STO-010: no such file; STO-011: not a recording; STO-012: made by a newer program version
    /// (named); STO-013: damaged (SQLite's quick_check says where).
    static Result<std::unique_ptr<Recording>> open(const std::filesystem::path& path);
    ~Recording();

    RunInfo info() const;
    std::string summary() const;  ///< JSON; empty if the run did not finish
    const std::vector<RecordedChannel>& channels() const;
    Result<Series> series(const std::string& channel) const;
    Result<std::vector<Event>> events() const;
    std::vector<double> fieldTimes(const std::string& rackQuantityKey) const;
    Result<std::vector<float>> field(const std::string& rackQuantityKey, double timeS) const;
    std::vector<double> keyframeTimes() const;
    Result<std::vector<std::byte>> keyframe(double timeS) const;
    double lastTimeS() const;

  private:
    Recording();
    struct Private;
    std::unique_ptr<Private> d_;
};

/// Writes a recording as CSV into `directory` (created): one file per object class with units in
/// the header (facility.csv, halls.csv, …, events.csv, racks_<quantity>.csv, run.json).
Result<std::vector<std::filesystem::path>> exportCsv(const Recording& recording,
                                                     const std::filesystem::path& directory);

}  // namespace headroom::engine
