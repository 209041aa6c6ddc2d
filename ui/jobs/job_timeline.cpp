// SPDX-License-Identifier: Apache-2.0
#include "ui/jobs/job_timeline.h"

#include "engine/base/index.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <unordered_set>

namespace headroom::ui {

namespace {

constexpr std::size_t kMostEvents = 40000;

}  // namespace

void JobTimeline::clear() {
    const int generation = generation_ + 1;
    *this = {};
    generation_ = generation;
}

int JobTimeline::cardOf(std::int64_t job) const {
    const auto found = cardOfJob_.find(job);
    return found == cardOfJob_.end() ? -1 : found->second;
}

bool JobTimeline::take(const engine::Frame& frame, double toldS) {
    if (!frame.history) {
        const bool had = history_ != nullptr;
        if (had) {
            clear();
        }
        return had;
    }
    if (frame.history == history_ && frame.timeS == nowS_) {
        return false;
    }
    const double endS = std::isfinite(toldS) ? toldS : frame.timeS;
    if (frame.history == history_ && endS == endS_) {
        nowS_ = frame.timeS;  // another instant of a recording
        return true;
    }
    const engine::JobHistory& next = *frame.history;
    const bool continues = endS >= endS_ && next.cards.size() >= cardBlocks_ &&
                           next.spans.size() >= spanBlocks_ &&
                           (spanBlocks_ == 0 || next.spans[spanBlocks_ - 1] == keptSpans_.back()) &&
                           (cardBlocks_ == 0 || next.cards[cardBlocks_ - 1] == keptCards_.back());
    if (!continues) {
        clear();
    }
    history_ = frame.history;
    nowS_ = frame.timeS;
    endS_ = endS;
    keepEvents(frame);
    addCards();
    std::vector<Change> batch;
    for (; spanBlocks_ < next.spans.size(); ++spanBlocks_) {
        keptSpans_.push_back(next.spans[spanBlocks_]);
        for (const engine::JobSpan& span : *keptSpans_.back()) {
            addEnded(span, batch);
        }
    }
    for (const engine::JobSpan& span : next.open) {
        addOpen(span, batch);
    }
    endVanished(batch);
    addChanges(std::move(batch));
    return true;
}

void JobTimeline::addCards() {
    for (; cardBlocks_ < history_->cards.size(); ++cardBlocks_) {
        keptCards_.push_back(history_->cards[cardBlocks_]);
        for (const engine::JobCard& card : *keptCards_.back()) {
            cardOfJob_[card.id] = static_cast<int>(cards_.size());
            cards_.push_back(&card);
        }
    }
}

void JobTimeline::addEnded(const engine::JobSpan& span, std::vector<Change>& batch) {
    const auto known = open_.find(span.job);
    if (known != open_.end() && known->second.span->fromS == span.fromS &&
        known->second.span->state == span.state) {
        Item& item = items_[at(known->second.item)];
        item.span = &span;
        item.open = false;
        batch.push_back({span.toS, known->second.item, true});
        freeSpans_.push_back(known->second.span);
        open_.erase(known);
    } else if (const int card = cardOf(span.job); card >= 0) {
        const int item = static_cast<int>(items_.size());
        items_.push_back({&span, card, false});
        batch.push_back({span.fromS, item, false});
        batch.push_back({span.toS, item, true});
    }
}

void JobTimeline::addOpen(const engine::JobSpan& span, std::vector<Change>& batch) {
    const auto known = open_.find(span.job);
    if (known != open_.end() && known->second.span->fromS == span.fromS &&
        known->second.span->state == span.state) {
        *known->second.span = span;
        return;
    }
    const int card = cardOf(span.job);
    if (card < 0 || known != open_.end()) {
        return;
    }
    if (freeSpans_.empty()) {
        freeSpans_.push_back(&openSpans_.emplace_back());
    }
    engine::JobSpan* kept = freeSpans_.back();
    freeSpans_.pop_back();
    *kept = span;
    const int item = static_cast<int>(items_.size());
    items_.push_back({kept, card, true});
    open_[span.job] = {item, kept};
    batch.push_back({span.fromS, item, false});
}

/// A frame that neither continues with a span nor tells how it ended: it ends with what is known.
void JobTimeline::endVanished(std::vector<Change>& batch) {
    if (open_.size() == history_->open.size()) {
        return;
    }
    std::unordered_set<std::int64_t> there;
    for (const engine::JobSpan& span : history_->open) {
        there.insert(span.job);
    }
    for (auto it = open_.begin(); it != open_.end();) {
        if (there.contains(it->first)) {
            ++it;
            continue;
        }
        items_[at(it->second.item)].open = false;
        batch.push_back({it->second.span->toS, it->second.item, true});
        it = open_.erase(it);
    }
}

void JobTimeline::addChanges(std::vector<Change> batch) {
    // Order at one instant: ends first, then starts, then ends of spans without duration.
    const auto rank = [this](const Change& c) {
        return !c.ends ? 1 : items_[at(c.item)].span->fromS < c.timeS ? 0 : 2;
    };
    std::sort(batch.begin(), batch.end(), [&rank](const Change& a, const Change& b) {
        if (a.timeS != b.timeS) {
            return a.timeS < b.timeS;
        }
        const int ra = rank(a);
        const int rb = rank(b);
        return ra != rb ? ra < rb : a.item < b.item;
    });
    const double known = changes_.empty() ? 0.0 : changes_.back().timeS;
    for (Change& change : batch) {
        change.timeS = std::max(change.timeS, known);
        changes_.push_back(change);
        Level level = levels_.empty() ? Level{} : levels_.back();
        const engine::JobSpan& span = *items_[at(change.item)].span;
        const int sign = change.ends ? -1 : 1;
        if (span.state == engine::JobState::Queued) {
            level.queued += sign;
        } else if (holds(span)) {
            level.held += sign * span.accelerators;
        }
        level.timeS = change.timeS;
        if (!levels_.empty() && levels_.back().timeS == level.timeS) {
            levels_.back() = level;
        } else {
            levels_.push_back(level);
        }
    }
}

void JobTimeline::keepEvents(const engine::Frame& frame) {
    story_ = frame.story;
    const std::int64_t last = events_.empty() ? -1 : events_.back().id;
    const auto first =
        std::partition_point(frame.events.begin(), frame.events.end(),
                             [last](const engine::Event& event) { return event.id <= last; });
    events_.insert(events_.end(), first, frame.events.end());
    if (events_.size() > kMostEvents) {
        events_.erase(events_.begin(),
                      events_.end() - static_cast<std::ptrdiff_t>(kMostEvents / 2));
    }
}

const engine::Event* JobTimeline::event(std::int64_t id) const {
    if (const engine::Event* told = story_ ? story_->find(id) : nullptr) {
        return told;
    }
    const auto found = std::partition_point(
        events_.begin(), events_.end(), [id](const engine::Event& event) { return event.id < id; });
    return found == events_.end() || found->id != id ? nullptr : &*found;
}

/// True if a decision ended the run of the job and nothing failed. The decision is a note of the scheduler or of a
/// person: preemption, a cancelled job, or an edit that removes its racks.
bool JobTimeline::isPreemption(const engine::JobSpan& span) const {
    using engine::EventKind;
    const engine::Event* end = event(span.endedBy);
    if (end == nullptr || end->kind != EventKind::JobInterrupted) {
        return end != nullptr &&
               (end->kind == EventKind::JobPreempted || end->kind == EventKind::Note);
    }
    const engine::Event* cause = end->cause >= 0 ? event(end->cause) : nullptr;
    return end->cause < 0 || (cause != nullptr && cause->kind == EventKind::Note);
}

}  // namespace headroom::ui
