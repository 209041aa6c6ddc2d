// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/run/frame/job_history.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace headroom::engine {

/// Gathers what jobs go through, for recordings and, where a viewer asks for it, for frames. Not part of State: a run that
/// continues from a snapshot has the history since then.
class JobLog {
  public:
    void add(JobCard card);
    void add(const JobSpan& span);

    /// Since the last clear(): what a recorder has not seen.
    const std::vector<JobCard>& freshCards() const { return freshCards_; }

    const std::vector<JobSpan>& freshSpans() const { return freshSpans_; }

    void clearFresh();

    /// From now on everything is kept for frames; what was before is not known.
    void keep(bool on) { kept_ = on; }

    bool keeps() const { return kept_; }

    /// Forgets all.
    void reset();

    /// All that was kept, without the open spans. New blocks hold what came since the last call.
    std::shared_ptr<JobHistory> history();

    /// Where more than `most` spans are kept, the older quarter goes, with the cards of jobs of which
    /// no span is left, here or in `open`. Many small blocks become one.
    void condense(const std::vector<JobSpan>& open, std::size_t most = kMostSpans);

    /// Two weeks of a hall that ends 800 jobs a day, and some 12 MB with what a Gantt chart derives
    /// from them.
    static constexpr std::size_t kMostSpans = 24000;

  private:
    std::vector<JobCard> freshCards_, newCards_;
    std::vector<JobSpan> freshSpans_, newSpans_;
    bool kept_ = false;
    JobHistory blocks_;
    std::size_t spans_ = 0;  ///< in the blocks
};

}  // namespace headroom::engine
