// SPDX-License-Identifier: Apache-2.0
#include "engine/run/state/event_queue.h"

#include <algorithm>
#include <limits>

namespace headroom::engine {

namespace {

/// The queue is looked through when it is that many times as long as after the last look.
constexpr std::size_t kGrowth = 2;
constexpr std::size_t kLeast = 1024;

}  // namespace

void EventQueue::add(const QueuedEvent& event) {
    s_.queue.push_back(event);
    std::push_heap(s_.queue.begin(), s_.queue.end(), later);
}

double EventQueue::nextS() const {
    return s_.queue.empty() ? std::numeric_limits<double>::infinity() : s_.queue.front().timeS;
}

QueuedEvent EventQueue::pop() {
    std::pop_heap(s_.queue.begin(), s_.queue.end(), later);
    const QueuedEvent event = s_.queue.back();
    s_.queue.pop_back();
    return event;
}

bool EventQueue::isOvergrown() const {
    return s_.queue.size() > kLeast + kGrowth * static_cast<std::size_t>(s_.queueKept);
}

void EventQueue::sort() {
    std::make_heap(s_.queue.begin(), s_.queue.end(), later);
}

}  // namespace headroom::engine
