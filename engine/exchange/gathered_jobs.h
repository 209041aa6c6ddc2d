// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/border/left_out.h"
#include "engine/exchange/job_trace.h"

#include <filesystem>
#include <limits>
#include <string>
#include <string_view>

namespace headroom::engine {

/// Gathers the jobs of one log, for its reader. Counts what is left out, and words the notes.
class GatheredJobs {
  public:
    explicit GatheredJobs(std::filesystem::path path, LogReading reading = {})
        : path_(std::move(path)), reading_(std::move(reading)) {}

    /// Tells how far the reading is, now and then; false if it was cancelled.
    bool goesOn(double share);

    bool isCancelled() const { return isCancelled_; }

    /// A job with its size before rounding. Sizes of part of an accelerator become whole ones, sizes
    /// beyond 10^6 and run times that are not positive are left out. `job.submitS` may count from any instant.
    void add(TraceJob job, double accelerators, std::string_view place);

    /// Row number of a table, or line of a text.
    void unreadable(long line, std::string_view reason) { unreadable_.add(line, reason); }

    void unended(std::string_view place, std::string_view reason = {}) {
        unended_.add(place, reason);
    }

    void unended(long line, std::string_view reason) { unended_.add(line, reason); }

    void idle() { ++idle_; }  ///< a job without an accelerator

    /// Index of a kind of accelerators in the words of the file; -1 for an empty word.
    std::int32_t kind(std::string_view word);

    /// A sentence about several jobs; none if the count is 0.
    void note(long count, std::string_view words);

    void note(std::string words) { notes_.push_back(std::move(words)); }

    /// Times count from the first submission if `countsFromFirst`. TRC-005 no job is left; the message says why.
    ResultAll<JobTrace> finish(bool countsFromFirst);

    Error error(std::string code, std::string message, std::string remedy, int line = 0) const;

  private:
    std::filesystem::path path_;
    LogReading reading_;
    JobTrace trace_;
    long asked_ = 0;
    bool isCancelled_ = false;
    std::vector<std::string> notes_;
    LeftOutEntries unreadable_{"rows that cannot be read are left out"};
    LeftOutEntries unended_{"jobs that did not start or have not ended are left out"};
    LeftOutEntries brief_{"jobs without a positive run time are left out"};
    long idle_ = 0, shares_ = 0;
    double firstS_ = std::numeric_limits<double>::infinity();
};

}  // namespace headroom::engine
