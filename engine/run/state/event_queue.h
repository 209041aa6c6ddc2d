// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/run/state/state.h"

#include <cstddef>
#include <cstdint>

namespace headroom::engine {

/// Coming events, soonest first; events of one instant in the order in which they were queued.
/// It knows no subsystem: the caller that queues an event gives it to whom it belongs when it is due.
///
/// Works on State::queue, nextOrder and queueKept and holds nothing itself: a snapshot of the State
/// is a snapshot of the queue.
class EventQueue {
  public:
    explicit EventQueue(State& state) : s_(state) {}

    /// `kind` is of an enumeration that says ownerOf it (event.h).
    template <class Kind>
    void push(double timeS, Kind kind, std::int32_t a, std::int32_t b, std::int64_t cause = -1,
              std::int32_t c = 0) {
        add({timeS, s_.nextOrder++, ownerOf(kind), static_cast<std::int16_t>(kind), a, b, c,
             cause});
    }

    bool empty() const { return s_.queue.empty(); }

    /// When the next event is due; infinity: there is none.
    double nextS() const;

    /// Takes the next event out. There must be one.
    QueuedEvent pop();

    /// Many more events wait than after the last revise(): void ones may be among them.
    bool isOvergrown() const;

    /// Calls keep(event) for each event that waits, in no order that matters; it may change all but
    /// time and order, and answers false for an event that is void.
    template <class F>
    void revise(F&& keep) {
        std::erase_if(s_.queue, [&](QueuedEvent& e) { return !keep(e); });
        sort();
        s_.queueKept = static_cast<std::int64_t>(s_.queue.size());
    }

  private:
    void add(const QueuedEvent& event);
    void sort();

    State& s_;
};

}  // namespace headroom::engine
