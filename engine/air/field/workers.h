// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <system_error>
#include <thread>
#include <vector>

namespace headroom::engine {

/// A few threads that share the rows of a grid, again and again. Which thread does what is fixed by
/// the caller's partition, and sums are the caller's to make in a fixed order: results do not
/// depend on how many there are.
class Workers {
  public:
    explicit Workers(int threads) {
        try {
            for (int i = 1; i < threads; ++i) {
                threads_.emplace_back([this, i] { serve(i); });
            }
        } catch (const std::system_error&) {
            // The system gives no more: fewer do the same.
        }
    }

    ~Workers() {
        call_ = nullptr;
        start();
        for (std::thread& t : threads_) {
            t.join();
        }
    }

    Workers(const Workers&) = delete;
    Workers& operator=(const Workers&) = delete;

    int count() const { return static_cast<int>(threads_.size()) + 1; }

    /// work(first, last) for a partition of 0..n; returns when all is done. Small work stays here.
    template <class Work>
    void forRange(int n, int costPerItem, const Work& work) {
        constexpr int kWorthwhile = 20000;
        if (threads_.empty() || n * static_cast<long>(costPerItem) < kWorthwhile) {
            work(0, n);
            return;
        }
        work_ = &work;
        n_ = n;
        call_ = [](const void* w, int first, int last) {
            (*static_cast<const Work*>(w))(first, last);
        };
        start();
        part(0);
        for (int left = left_.load(std::memory_order_acquire); left != 0;
             left = left_.load(std::memory_order_acquire)) {
            left_.wait(left, std::memory_order_acquire);
        }
    }

  private:
    void start() {
        left_.store(static_cast<int>(threads_.size()), std::memory_order_relaxed);
        turn_.fetch_add(1, std::memory_order_release);
        turn_.notify_all();
    }

    void part(int i) {
        const long n = n_, parts = count();
        call_(work_, static_cast<int>(n * i / parts), static_cast<int>(n * (i + 1) / parts));
    }

    void serve(int i) {
        for (unsigned turn = 0;;) {
            turn_.wait(turn, std::memory_order_acquire);
            ++turn;
            if (call_ == nullptr) {
                return;
            }
            part(i);
            if (left_.fetch_sub(1, std::memory_order_acq_rel) == 1) {
                left_.notify_one();
            }
        }
    }

    std::vector<std::thread> threads_;
    std::atomic<unsigned> turn_{0};
    std::atomic<int> left_{0};
    const void* work_ = nullptr;
    int n_ = 0;
    void (*call_)(const void*, int, int) = nullptr;
};

}  // namespace headroom::engine
