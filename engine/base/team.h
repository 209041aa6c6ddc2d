// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <functional>

namespace headroom::engine {

/// Returns `asked`, or one thread for each core where that is 0 or less.
int threadsFor(int asked);

/// Does `work` on `threads` threads at once, the caller's among them, and returns when all are done. Uses
/// fewer threads if the system gives no more. The first exception of the work is thrown here, after all have ended.
void onThreads(int threads, const std::function<void()>& work);

/// Shares pieces 0 … count - 1 out to threads in that order: each thread takes the next one, and each piece is done
/// once. `makeWorker` is called once on each thread and returns what does a piece, so that a thread can keep data of
/// its own. Once `stops` (may be empty) returns true, no further piece begins. Throws as onThreads().
template <class MakeWorker>
void shareOut(int threads, std::size_t count, MakeWorker&& makeWorker,
              const std::function<bool()>& stops = {}) {
    std::atomic<std::size_t> next{0};
    const std::size_t most = std::max<std::size_t>(1, count);
    onThreads(static_cast<int>(std::min(most, static_cast<std::size_t>(std::max(1, threads)))),
              [&] {
                  auto work = makeWorker();
                  for (std::size_t i = next++; i < count && !(stops && stops()); i = next++) {
                      work(i);
                  }
              });
}

}  // namespace headroom::engine
