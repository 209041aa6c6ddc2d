// SPDX-License-Identifier: Apache-2.0
#include "engine/experiment/ensemble.h"

#include "engine/base/team.h"

#include <algorithm>
#include <utility>

namespace headroom::engine {

Ensemble::Ensemble(int threads, const std::atomic<bool>* cancel, Watcher watcher)
    : threads_(threadsFor(threads)),
      cancel_(cancel),
      watcher_(std::move(watcher)),
      began_(std::chrono::steady_clock::now()) {}

void Ensemble::expect(std::size_t due) {
    const std::lock_guard lock(mutex_);
    due_ = due;
}

std::size_t Ensemble::done() const {
    const std::lock_guard lock(mutex_);
    return done_;
}

void Ensemble::each(std::size_t count, const std::function<void(std::size_t)>& member) {
    shareOut(
        threads_, count, [&] { return [&](std::size_t i) { member(i); }; },
        [this] { return stopped(); });
}

void Ensemble::each(std::span<const std::size_t> members,
                    const std::function<void(std::size_t)>& member) {
    each(members.size(), [&](std::size_t i) { member(members[i]); });
}

void Ensemble::finish() {
    const std::lock_guard lock(mutex_);
    ++done_;
    if (!watcher_) {
        return;
    }
    const std::chrono::duration<double> sinceS = std::chrono::steady_clock::now() - began_;
    const std::size_t due = std::max(done_, due_);
    watcher_({done_, due,
              sinceS.count() / static_cast<double>(done_) * static_cast<double>(due - done_)});
}

void Ensemble::fail(std::size_t member, Errors errors) {
    const std::lock_guard lock(mutex_);
    if (fault_.empty() || member < faulty_) {
        faulty_ = member;
        fault_ = std::move(errors);
    }
    stopped_ = true;
}

}  // namespace headroom::engine
