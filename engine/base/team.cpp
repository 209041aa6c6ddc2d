// SPDX-License-Identifier: Apache-2.0
#include "engine/base/team.h"

#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace headroom::engine {

int threadsFor(int asked) {
    return asked > 0 ? asked : static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
}

void onThreads(int threads, const std::function<void()>& work) {
    std::mutex mutex;
    std::exception_ptr thrown;  // guarded by mutex
    const auto guarded = [&] {
        try {
            work();
        } catch (...) {
            const std::lock_guard lock(mutex);
            if (!thrown) {
                thrown = std::current_exception();
            }
        }
    };
    std::vector<std::thread> team;
    team.reserve(static_cast<std::size_t>(threads));  // afterwards nothing here may fail
    try {
        while (static_cast<int>(team.size()) + 1 < threads) {
            team.emplace_back(guarded);
        }
    } catch (const std::system_error&) {
        // Fewer: the work is shared out as it comes.
    } catch (const std::bad_alloc&) {
    }
    guarded();
    for (std::thread& t : team) {
        t.join();
    }
    if (thrown) {
        std::rethrow_exception(thrown);
    }
}

}  // namespace headroom::engine
