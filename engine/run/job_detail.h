// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/plant/plant.h"
#include "engine/run/frame/job_history.h"
#include "engine/run/jobs/jobs.h"
#include "engine/run/state/event_log.h"
#include "engine/run/state/state.h"
#include "engine/run/workload/job_log.h"

#include <cstdint>
#include <memory>
#include <vector>

/// View of a single job.
namespace headroom::engine {

JobRow rowOf(const Plant& plant, const State& state, const Jobs& jobs, const Job& job);
JobCard cardOf(const Plant& plant, const Jobs& jobs, const Job& job);

/// One for each job that waits or holds accelerators, by number of the job.
std::vector<JobSpan> openSpansOf(const Plant& plant, const State& state);

/// Productive over all accelerator time since the first start, as if it had held what it asked for
/// all along: 0..1.
double ettrOf(const Job& job, double timeS);

/// The job that a viewer looks at: its events and spans, gathered as they come.
class WatchedJob {
  public:
    /// -1 if there is none. Events before are those that the log still has, spans those that it keeps.
    void watch(std::int64_t job, const State& state, const Jobs& jobs, EventLog& log,
               JobLog& history);

    /// The fresh spans of the log were cleared.
    void cleared() { seenSpans_ = 0; }

    /// Before ended jobs leave the State: their page is kept.
    void keepEnded(const Plant& plant, const State& state, const Jobs& jobs);

    /// After each step and order.
    void gather(const State& state, const Jobs& jobs, const EventLog& log, const JobLog& history);

    /// Null where nothing is watched or nothing is known of the job. Entry of the log for a job that had left the State
    /// before it was watched: its card and its spans.
    std::shared_ptr<const JobDetail> detail(const Plant& plant, const State& state,
                                            const Jobs& jobs) const;

  private:
    std::int64_t job_ = -1;
    std::int64_t seenEvent_ = -1;  ///< events up to that are in
    std::size_t seenSpans_ = 0;    ///< of the fresh ones
    std::vector<Event> events_;
    std::vector<JobSpan> spans_;
    std::shared_ptr<const JobDetail> ended_;  ///< of a job that has left the State
};

}  // namespace headroom::engine
