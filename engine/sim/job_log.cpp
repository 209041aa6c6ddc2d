// SPDX-License-Identifier: Apache-2.0
#include "engine/sim/job_log.h"

#include "engine/base/blocks.h"

#include <unordered_set>

namespace headroom::engine {

namespace {

/// Jobs of which a viewer finds cards and spans; older ones are in the recording.
constexpr std::size_t kKeptJobs = 20000;

}  // namespace

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

void JobLog::forgetOldest(const std::vector<JobSpan>& open) {
    const std::size_t jobs = sizeOf(blocks_.cards);
    const bool many = jobs > kKeptJobs + kKeptJobs / 4;
    if (!many && blocks_.cards.size() <= kMostBlocks && blocks_.spans.size() <= kMostBlocks) {
        return;
    }
    std::unordered_set<std::int64_t> stay;
    for (const JobSpan& span : open) {
        stay.insert(span.job);
    }
    const std::size_t first = many ? jobs - kKeptJobs : 0;
    joinBlocks(blocks_.cards, [&](const JobCard& card, std::size_t place) {
        if (place >= first) {
            stay.insert(card.id);
        }
        return stay.contains(card.id);
    });
    joinBlocks(blocks_.spans,
               [&](const JobSpan& span, std::size_t) { return stay.contains(span.job); });
}

std::shared_ptr<JobHistory> JobLog::history(std::vector<JobSpan> open) {
    if (!newCards_.empty()) {
        blocks_.cards.push_back(
            std::make_shared<const std::vector<JobCard>>(std::exchange(newCards_, {})));
    }
    if (!newSpans_.empty()) {
        blocks_.spans.push_back(
            std::make_shared<const std::vector<JobSpan>>(std::exchange(newSpans_, {})));
    }
    if (!open.empty()) {
        forgetOldest(open);
    }
    auto history = std::make_shared<JobHistory>(blocks_);
    history->open = std::move(open);
    return history;
}

}  // namespace headroom::engine
