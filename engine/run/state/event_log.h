// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/run/frame/story.h"
#include "engine/run/state/state.h"

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace headroom::engine {

/// Events, for people and recordings. Not part of State: the ids are. Copies write to the
/// same log.
class EventLog {
  public:
    EventLog() : book_(std::make_shared<Book>()) {}

    /// The same log, for those who write of another area.
    EventLog in(EventArea area) const {
        EventLog log = *this;
        log.area_ = area;
        return log;
    }

    /// Returns the id, for use as a later event's cause.
    std::int64_t add(State& state, double timeS, EventKind kind, std::string subject, Words text,
                     std::int64_t cause = -1, RackIndex rack = {}, std::int64_t job = -1,
                     std::int32_t fault = -1) {
        Event event{state.nextEventId++,
                    timeS,
                    kind,
                    std::move(subject),
                    std::move(text),
                    cause,
                    rack,
                    job,
                    fault,
                    areaOf(kind)};
        Book& book = *book_;
        book.recent.push_back(event);
        if (book.recent.size() > kRecent) {
            book.recent.pop_front();
        }
        if (book.kept) {
            book.newEvents.push_back(event);
        }
        const std::int64_t id = event.id;
        book.fresh.push_back(std::move(event));
        return id;
    }

    const std::deque<Event>& recent() const { return book_->recent; }

    std::vector<Event>& fresh() { return book_->fresh; }

    const std::vector<Event>& fresh() const { return book_->fresh; }

    /// From now on everything is kept for frames; what was before is not known.
    void keep(bool on) { book_->kept = on; }

    bool keeps() const { return book_->kept; }

    /// Kept entries. A new block holds what came since the last call.
    const std::vector<std::shared_ptr<const std::vector<Event>>>& blocks() {
        Book& book = *book_;
        if (!book.newEvents.empty()) {
            book.blocks.push_back(
                std::make_shared<const std::vector<Event>>(std::exchange(book.newEvents, {})));
        }
        return book.blocks;
    }

    /// In place of the blocks: what a viewer continues with.
    void condense(const Story& kept) {
        book_->blocks = kept.blocks;
        book_->left = kept.left;
        book_->sinceS = kept.sinceS;
    }

    /// Events that condense() left out, and since when nothing was.
    std::int64_t left() const { return book_->left; }

    double sinceS() const { return book_->sinceS; }

    /// A run that branches off another knows its recent events; from now on each writes its own.
    void branchFrom(const EventLog& other) {
        *book_ = Book{};
        book_->recent = other.book_->recent;
    }

    /// Holds what the other holds; each continues writing its own.
    void copyFrom(const EventLog& other) { *book_ = *other.book_; }

    /// Forgets what was kept: the run continues from a snapshot, whose ids begin anew.
    void reset() {
        book_->newEvents.clear();
        book_->blocks.clear();
        book_->left = 0;
        book_->sinceS = 0.0;
    }

  private:
    struct Book {
        std::deque<Event> recent;
        std::vector<Event> fresh, newEvents;
        std::vector<std::shared_ptr<const std::vector<Event>>> blocks;
        bool kept = false;
        std::int64_t left = 0;
        double sinceS = 0.0;
    };

    /// The kind is stronger than the writer.
    EventArea areaOf(EventKind kind) const {
        switch (kind) {
            case EventKind::JobSubmitted:
            case EventKind::JobStarted:
            case EventKind::JobCompleted:
            case EventKind::JobInterrupted:
            case EventKind::JobPreempted:
            case EventKind::JobSlowed:
            case EventKind::Checkpoint:
                return EventArea::Jobs;
            case EventKind::Indicator:
                return EventArea::Indicators;
            case EventKind::Maintenance:
                return EventArea::Control;
            default:
                return area_;
        }
    }

    static constexpr std::size_t kRecent = 500;
    std::shared_ptr<Book> book_;
    EventArea area_ = EventArea::Other;
};

}  // namespace headroom::engine
