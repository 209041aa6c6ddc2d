// SPDX-License-Identifier: Apache-2.0
#include "engine/base/workers.h"

#include <atomic>
#include <cassert>
#include <cstdint>
#include <new>
#include <system_error>
#include <thread>
#include <vector>

namespace headroom::engine {

namespace {

/// Looks for work before a thread sleeps, some 20 nanoseconds each, and after how many it lets others
/// have its core.
constexpr int kLooks = 50000, kLooksToYield = 500;

void pause() {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    asm volatile("yield");
#endif
}

/// Pieces that a thread has left of a round, in one word, so that taking one cannot mix up two rounds:
/// number of the round, end, next piece.
struct Ticket {
    static constexpr int kBits = 20;
    static constexpr std::uint64_t kMask = (1U << kBits) - 1;

    static std::uint64_t of(std::uint64_t round, int first, int end) {
        return round << (2 * kBits) | static_cast<std::uint64_t>(end) << kBits |
               static_cast<std::uint64_t>(first);
    }

    static int end(std::uint64_t t) { return static_cast<int>(t >> kBits & kMask); }

    static int next(std::uint64_t t) { return static_cast<int>(t & kMask); }

    static bool isOver(std::uint64_t t) { return next(t) >= end(t); }
};

}  // namespace

struct Workers::Private {
    /// On a cache line of its own: threads write theirs at the same time.
    struct alignas(64) Lane {
        std::atomic<std::uint64_t> ticket{0};
    };

    explicit Private(int threads) : lanes(static_cast<std::size_t>(threads)) {}

    Work work;  ///< of the round; read by who holds a piece of it
    std::uint64_t round = 0;
    std::vector<Lane> lanes;  ///< by thread, the caller's first
    alignas(64) std::atomic<int> done{0};
    alignas(64) std::atomic<int> asleep{0};
    std::atomic<std::uint32_t> calls{0};  ///< changes when sleepers are woken
    std::atomic<bool> stop{false};
    std::vector<std::thread> team;

    /// Does what is left in a lane; how many pieces that were.
    int clear(Lane& lane) {
        int pieces = 0;
        std::uint64_t t = lane.ticket.load(std::memory_order_acquire);
        while (!Ticket::isOver(t)) {
            // A thread that takes a piece sees the work: share() wrote it before the ticket. The round
            // cannot end before the piece is done.
            if (lane.ticket.compare_exchange_weak(t, t + 1, std::memory_order_acq_rel,
                                                  std::memory_order_acquire)) {
                work.call(work.context, Ticket::next(t));
                ++pieces;
                t = lane.ticket.load(std::memory_order_acquire);
            }
        }
        return pieces;
    }

    /// Its own lane first, then those of the others. Whether there was anything.
    bool take(std::size_t mine) {
        int pieces = 0;
        for (std::size_t k = 0; k < lanes.size(); ++k) {
            pieces += clear(lanes[(mine + k) % lanes.size()]);
        }
        if (pieces > 0) {
            done.fetch_add(pieces, std::memory_order_release);
        }
        return pieces > 0;
    }

    bool isIdle(std::memory_order order) const {
        for (const Lane& lane : lanes) {
            if (!Ticket::isOver(lane.ticket.load(order))) {
                return false;
            }
        }
        return true;
    }

    void wait(std::size_t mine) {
        for (int look = 1; look <= kLooks; ++look) {
            if (!Ticket::isOver(lanes[mine].ticket.load(std::memory_order_relaxed)) ||
                stop.load(std::memory_order_relaxed)) {
                return;
            }
            look % kLooksToYield == 0 ? std::this_thread::yield() : pause();
        }
        const std::uint32_t before = calls.load();
        asleep.fetch_add(1);
        // Who shares out after this sees that somebody sleeps; who did before has shown it here.
        if (isIdle(std::memory_order_seq_cst) && !stop.load()) {
            calls.wait(before);
        }
        asleep.fetch_sub(1);
    }

    void loop(std::size_t mine) {
        while (!stop.load(std::memory_order_relaxed)) {
            if (!take(mine)) {
                wait(mine);
            }
        }
    }

    void wake() {
        calls.fetch_add(1);
        calls.notify_all();
    }

    ~Private() {
        stop.store(true);
        wake();
        for (std::thread& t : team) {
            t.join();
        }
    }
};

Workers::Workers() = default;
Workers::~Workers() = default;

void Workers::use(int threads) {
    d_.reset();
    threads_ = 1;
    if (threads < 2) {
        return;
    }
    d_ = std::make_unique<Private>(threads);
    d_->team.reserve(static_cast<std::size_t>(threads));
    try {
        while (threads_ < threads) {
            d_->team.emplace_back(
                [d = d_.get(), mine = static_cast<std::size_t>(threads_)] { d->loop(mine); });
            ++threads_;
        }
    } catch (const std::system_error&) {
        // Fewer: pieces are taken by those that there are.
    } catch (const std::bad_alloc&) {
    }
}

void Workers::share(int pieces, Work work) {
    assert(static_cast<std::uint64_t>(pieces) < Ticket::kMask);
    Private& d = *d_;
    d.work = work;
    d.done.store(0, std::memory_order_relaxed);
    ++d.round;
    const auto lanes = static_cast<long>(d.lanes.size());
    for (long i = lanes; i-- > 0;) {
        d.lanes[static_cast<std::size_t>(i)].ticket.store(
            Ticket::of(d.round, static_cast<int>(pieces * i / lanes),
                       static_cast<int>(pieces * (i + 1) / lanes)));
    }
    if (d.asleep.load() > 0) {
        d.wake();
    }
    d.take(0);
    for (int look = 0; d.done.load(std::memory_order_acquire) < pieces; ++look) {
        if (look < kLooksToYield) {
            pause();
        } else {
            std::this_thread::yield();  // who holds the last piece may wait for this core
        }
    }
}

}  // namespace headroom::engine
