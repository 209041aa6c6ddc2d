// SPDX-License-Identifier: Apache-2.0
#include "engine/sim/job_log.h"

namespace headroom::engine {

void JobLog::add(JobCard card) {
    if (kept_) {
        newCards_.push_back(card);
    }
    freshCards_.push_back(std::move(card));
}

void JobLog::add(const JobSpan& span) {
    if (kept_) {
        newSpans_.push_back(span);
    }
    freshSpans_.push_back(span);
}

void JobLog::clearFresh() {
    freshCards_.clear();
    freshSpans_.clear();
}

void JobLog::reset() {
    clearFresh();
    newCards_.clear();
    newSpans_.clear();
    blocks_ = {};
}

std::shared_ptr<JobHistory> JobLog::history() {
    if (!newCards_.empty()) {
        blocks_.cards.push_back(
            std::make_shared<const std::vector<JobCard>>(std::exchange(newCards_, {})));
    }
    if (!newSpans_.empty()) {
        blocks_.spans.push_back(
            std::make_shared<const std::vector<JobSpan>>(std::exchange(newSpans_, {})));
    }
    return std::make_shared<JobHistory>(blocks_);
}

}  // namespace headroom::engine
