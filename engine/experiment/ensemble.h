// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"

#include <atomic>
#include <chrono>
#include <cstddef>
#include <functional>
#include <mutex>
#include <span>

/// Many members of one question (runs, cases, pieces of a study), side by side on threads.
namespace headroom::engine {

struct EnsembleStatus {
    std::size_t done = 0, due = 0;
    double remainingS = 0.0;  ///< wall clock, by the mean of those that are done
};

/// Hands members out to threads in their order, reports progress, and ends early: when the caller cancels, when a
/// member fails, or when enough are done. Results go to places that belong to each member, so they do not depend on
/// the number of threads.
class Ensemble {
  public:
    /// Called after each member that is done, one call at a time, on the thread of that member.
    using Watcher = std::function<void(const EnsembleStatus&)>;

    /// `threads`: 0 means one for each core. `cancel` and `watcher` may be empty; `cancel` must outlive this object.
    explicit Ensemble(int threads = 0, const std::atomic<bool>* cancel = nullptr,
                      Watcher watcher = {});

    int threads() const { return threads_; }

    /// Whether the caller cancelled.
    bool cancelled() const {
        return cancel_ != nullptr && cancel_->load(std::memory_order_relaxed);
    }

    /// Whether no further member begins: cancelled, failed, or enough.
    bool stopped() const { return stopped_.load(std::memory_order_relaxed) || cancelled(); }

    /// States how many members will be done in all, for the progress.
    void expect(std::size_t due);

    /// Members that are done so far.
    std::size_t done() const;

    /// Calls member(0) … member(count - 1), each once, and returns when those that began have ended.
    void each(std::size_t count, const std::function<void(std::size_t)>& member);

    /// The same for the members of a list, in its order: those that an interrupted ensemble still owes.
    void each(std::span<const std::size_t> members, const std::function<void(std::size_t)>& member);

    /// A member is done. Threads may call this.
    void finish();

    /// No further member is needed. Threads may call this.
    void enough() { stopped_ = true; }

    /// A member failed. Members that have begun end, no other begins. If several fail, the failure of the first member is
    /// kept, on any number of threads.
    void fail(std::size_t member, Errors errors);

    /// The errors of the first member that failed; empty where none did.
    const Errors& fault() const { return fault_; }

  private:
    int threads_;
    const std::atomic<bool>* cancel_;
    Watcher watcher_;
    std::atomic<bool> stopped_{false};
    mutable std::mutex mutex_;
    std::chrono::steady_clock::time_point began_;
    std::size_t done_ = 0, due_ = 0, faulty_ = 0;
    Errors fault_;
};

}  // namespace headroom::engine
