// SPDX-License-Identifier: Apache-2.0
#include "engine/run/workload/job_log.h"

#include <unordered_set>

namespace headroom::engine {

namespace {

/// Frames copy the list of blocks.
constexpr std::size_t kMostBlocks = 4096;

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
    spans_ = 0;
}

std::shared_ptr<JobHistory> JobLog::history() {
    if (!newCards_.empty()) {
        blocks_.cards.push_back(
            std::make_shared<const std::vector<JobCard>>(std::exchange(newCards_, {})));
    }
    if (!newSpans_.empty()) {
        spans_ += newSpans_.size();
        blocks_.spans.push_back(
            std::make_shared<const std::vector<JobSpan>>(std::exchange(newSpans_, {})));
    }
    return std::make_shared<JobHistory>(blocks_);
}

void JobLog::condense(const std::vector<JobSpan>& open, std::size_t most) {
    const bool many = spans_ > most;
    if (!many && blocks_.spans.size() <= kMostBlocks && blocks_.cards.size() <= kMostBlocks) {
        return;
    }
    std::size_t gone = many ? spans_ - (most - most / 4) : 0;
    std::vector<JobSpan> spans;
    std::unordered_set<std::int64_t> jobs;
    for (const auto& block : blocks_.spans) {
        for (const JobSpan& span : *block) {
            if (gone > 0) {
                --gone;
                blocks_.sinceS = span.toS;
            } else {
                spans.push_back(span);
                jobs.insert(span.job);
            }
        }
    }
    for (const JobSpan& span : open) {
        jobs.insert(span.job);
    }
    std::vector<JobCard> cards;
    for (const auto& block : blocks_.cards) {
        for (const JobCard& card : *block) {
            if (jobs.contains(card.id)) {
                cards.push_back(card);
            } else {
                ++blocks_.left;
            }
        }
    }
    spans_ = spans.size();
    blocks_.spans = {std::make_shared<const std::vector<JobSpan>>(std::move(spans))};
    blocks_.cards = {std::make_shared<const std::vector<JobCard>>(std::move(cards))};
}

}  // namespace headroom::engine
