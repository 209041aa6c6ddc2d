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

/// Looks at the ticket before a thread sleeps: some 40 microseconds. Waking it costs the caller more
/// than a microsecond and the work a delay of ten or more; looking on takes the core from the thread
/// that writes the recording.
constexpr int kLooks = 2000;

void pause() {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    asm volatile("yield");
#endif
}

/// What is left of a round, in one word, so that taking a piece cannot mix up two rounds:
/// number of the round, pieces, next piece.
struct Ticket {
    static constexpr int kBits = 20;
    static constexpr std::uint64_t kMask = (1U << kBits) - 1;

    static std::uint64_t of(std::uint64_t round, int pieces) {
        return round << (2 * kBits) | static_cast<std::uint64_t>(pieces) << kBits;
    }

    static int pieces(std::uint64_t t) { return static_cast<int>(t >> kBits & kMask); }

    static int next(std::uint64_t t) { return static_cast<int>(t & kMask); }

    static bool isOver(std::uint64_t t) { return next(t) >= pieces(t); }
};

}  // namespace

struct Workers::Private {
    Work work;  ///< of the round; read by who holds a piece of it
    std::uint64_t round = 0;
    // Each on a cache line of its own: they are written by different threads.
    alignas(64) std::atomic<std::uint64_t> ticket{0};
    alignas(64) std::atomic<int> done{0};
    alignas(64) std::atomic<int> asleep{0};
    std::atomic<std::uint32_t> calls{0};  ///< changes when sleepers are woken
    std::atomic<bool> stop{false};
    std::vector<std::thread> team;

    /// Takes a piece of the round under way and does it; false: there is none.
    bool take() {
        std::uint64_t t = ticket.load(std::memory_order_acquire);
        for (;;) {
            if (Ticket::isOver(t)) {
                return false;
            }
            // Whoever takes a piece sees the work: share() wrote it before the ticket. The round
            // cannot end before the piece is done.
            if (ticket.compare_exchange_weak(t, t + 1, std::memory_order_acq_rel,
                                             std::memory_order_acquire)) {
                work.call(work.context, Ticket::next(t));
                done.fetch_add(1, std::memory_order_release);
                return true;
            }
        }
    }

    void wait() {
        for (int look = 0; look < kLooks; ++look) {
            if (!Ticket::isOver(ticket.load(std::memory_order_relaxed)) ||
                stop.load(std::memory_order_relaxed)) {
                return;
            }
            pause();
        }
        const std::uint32_t before = calls.load();
        asleep.fetch_add(1);
        // Who shares out after this sees that somebody sleeps; who did before has shown it here.
        if (Ticket::isOver(ticket.load()) && !stop.load()) {
            calls.wait(before);
        }
        asleep.fetch_sub(1);
    }

    void loop() {
        while (!stop.load(std::memory_order_relaxed)) {
            if (!take()) {
                wait();
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
    d_ = std::make_unique<Private>();
    d_->team.reserve(static_cast<std::size_t>(threads));
    try {
        while (threads_ < threads) {
            d_->team.emplace_back([d = d_.get()] { d->loop(); });
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
    d.ticket.store(Ticket::of(++d.round, pieces));
    if (d.asleep.load() > 0) {
        d.wake();
    }
    while (d.take()) {
    }
    for (int look = 0; d.done.load(std::memory_order_acquire) < pieces; ++look) {
        if (look < kLooks) {
            pause();
        } else {
            std::this_thread::yield();  // who holds the last piece may wait for this core
        }
    }
}

}  // namespace headroom::engine
