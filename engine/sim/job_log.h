// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/sim/job_history.h"

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace headroom::engine {

/// Gathers what jobs go through, for recordings and, where a viewer asks for it, for frames. Not
/// part of State: a run that goes on from a snapshot has the history since then.
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

    /// What was kept, with `open` spans. New blocks hold what came since the last call; of the
    /// oldest jobs that are not among the open ones nothing is kept any more.
    std::shared_ptr<JobHistory> history(std::vector<JobSpan> open = {});

  private:
    void forgetOldest(const std::vector<JobSpan>& open);

    std::vector<JobCard> freshCards_, newCards_;
    std::vector<JobSpan> freshSpans_, newSpans_;
    bool kept_ = false;
    JobHistory blocks_;
};

}  // namespace headroom::engine
