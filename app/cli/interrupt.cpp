// SPDX-License-Identifier: Apache-2.0
#include "app/cli/interrupt.h"

#include <csignal>

namespace headroom::app {

namespace {

std::atomic<bool> wasInterrupted = false;
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler may not lock");

void onSignal(int) {
    wasInterrupted = true;
}

}  // namespace

const std::atomic<bool>& catchInterrupts() {
    struct sigaction action = {};
    action.sa_handler = onSignal;
    action.sa_flags = SA_RESETHAND | SA_RESTART;
    sigaction(SIGINT, &action, nullptr);
    sigaction(SIGTERM, &action, nullptr);
    return wasInterrupted;
}

}  // namespace headroom::app
