// SPDX-License-Identifier: Apache-2.0
#include "app/cli/short_of_memory.h"

#include "app/cli/exit_code.h"

#include <algorithm>
#include <alloca.h>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <new>
#include <string_view>
#include <sys/resource.h>
#include <unistd.h>

namespace headroom::app {

namespace {

// Ending a run has been seen to take some hundred kilobytes; a page that is not written costs none.
constexpr std::size_t kReserveBytes = std::size_t{8} << 20U;
constexpr std::size_t kStackBytes = std::size_t{1} << 20U;
constexpr std::size_t kPageBytes = 4096;

std::atomic<void*> reserve{nullptr};

void onShortage() {
    std::free(reserve.exchange(nullptr));
    throw std::bad_alloc();
}

void say(std::string_view text) {
    while (!text.empty()) {
        const ssize_t written = ::write(STDERR_FILENO, text.data(), text.size());
        if (written <= 0) {
            return;
        }
        text.remove_prefix(static_cast<std::size_t>(written));
    }
}

[[noreturn]] void onTerminate() {
    if (const std::exception_ptr thrown = std::current_exception()) {
        try {
            std::rethrow_exception(thrown);
        } catch (const std::bad_alloc&) {
            ::_exit(failShortOfMemory());
        } catch (const std::exception& fault) {
            say("[CLI-003] Headroom failed: ");
            say(fault.what());
            say(". Remedy: please report it with the command line and the project.\n");
            ::_exit(kSolver);
        } catch (...) {
        }
    }
    std::abort();
}

constexpr rlim_t kLeastStack = rlim_t{512} << 10U;
constexpr rlim_t kUsualStack = rlim_t{8} << 20U;

/// A stack of less than kLeastStack ends in a crash somewhere: it is raised to kUsualStack where the system allows that.
void raiseStack() {
    struct rlimit limit {};

    if (::getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY ||
        limit.rlim_cur >= kLeastStack) {
        return;
    }
    limit.rlim_cur =
        limit.rlim_max == RLIM_INFINITY ? kUsualStack : std::min(kUsualStack, limit.rlim_max);
    if (::setrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur < kLeastStack) {
        say("[CLI-007] There is not enough memory for this: the stack has less than 512 KiB. "
            "Remedy: raise the limit "
            "(ulimit -s 8192).\n");
        ::_exit(kSolver);
    }
}

[[gnu::noinline]] void takeStack() {
    struct rlimit limit {};

    std::size_t bytes = kStackBytes;
    if (::getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY) {
        bytes = std::min(bytes, static_cast<std::size_t>(limit.rlim_cur) / 4);
    }
    auto* const stack = static_cast<volatile char*>(alloca(bytes));
    for (std::size_t at = bytes; at > kPageBytes; at -= kPageBytes) {
        stack[at - 1] = 0;  // from the top down, as it grows
    }
}

}  // namespace

void prepareForShortage() {
    raiseStack();
    takeStack();
    reserve = std::malloc(kReserveBytes);
    std::set_new_handler(onShortage);
    std::set_terminate(onTerminate);
}

int failShortOfMemory() {
    say("[CLI-007] There is not enough memory for this. The recording so far is kept. Remedy: "
        "close other programs, raise the limit (ulimit -v), use fewer threads, or ask for less.\n");
    return kSolver;
}

}  // namespace headroom::app
