// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <type_traits>

namespace headroom::engine {

/// Threads that wait for short work: pieces of some microseconds, handed out thousands of times a
/// second. For work of seconds onThreads() is simpler (team.h).
///
///   workers.each(halls, [&](int hall) { … });
///
/// Each piece runs once, on any thread and in any order, the caller's among them, and each() returns
/// when all have run. Deterministic on any number of threads where a piece writes to places of its
/// own: sums over pieces are made afterwards, in the order of the pieces.
///
/// Each thread has a run of pieces that is its own as long as their number stays, so that what they
/// write stays in the cache of its core; when it is through with it it helps the others, so that nobody
/// waits for a thread which the system holds back. Between two rounds the others look for work for about
/// a millisecond, letting others pass who want their core, then sleep: a step of a run has rounds more
/// often than that, and to wake a thread takes as long as many a round.
/// An exception of a piece ends the program: pieces compute and do not fail.
class Workers {
  public:
    Workers();
    ~Workers();
    Workers(const Workers&) = delete;
    Workers& operator=(const Workers&) = delete;

    /// So many from now on, the caller's among them; fewer where the system gives no more. 1, as at
    /// first: no other thread exists, and each() is a loop.
    void use(int threads);

    int threads() const { return threads_; }

    /// One call at a time, and none from inside a piece.
    template <class Piece>
    void each(int pieces, Piece&& piece) {
        if (threads_ == 1 || pieces < 2) {
            for (int i = 0; i < pieces; ++i) {
                piece(i);
            }
            return;
        }
        using Bare = std::remove_reference_t<Piece>;
        share(pieces, {[](void* context, int i) { (*static_cast<Bare*>(context))(i); },
                       const_cast<std::remove_const_t<Bare>*>(&piece)});
    }

    /// work(first, end) for as many parts of 0 … n as there are threads. Work of so little that
    /// waking them takes longer stays here; costPerItem: about its nanoseconds.
    template <class Part>
    void forRange(int n, int costPerItem, Part&& work) {
        constexpr long kWorthwhile = 4000;
        if (threads_ == 1 || n * static_cast<long>(costPerItem) < kWorthwhile) {
            work(0, n);
            return;
        }
        each(threads_, [&](int i) {
            const long all = n;
            work(static_cast<int>(all * i / threads_), static_cast<int>(all * (i + 1) / threads_));
        });
    }

  private:
    struct Work {
        void (*call)(void* context, int piece) = nullptr;
        void* context = nullptr;
    };

    void share(int pieces, Work work);

    struct Private;
    std::unique_ptr<Private> d_;  ///< null means the caller's thread alone
    int threads_ = 1;
};

}  // namespace headroom::engine
