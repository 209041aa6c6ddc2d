// SPDX-License-Identifier: Apache-2.0
#include "app/cli/interrupt.h"

#include "app/cli/exit_code.h"
#include "engine/files/temporary.h"

#include <csignal>
#include <unistd.h>

namespace headroom::app {

namespace {

std::atomic<bool> wasInterrupted = false;
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler may not lock");

void endAtOnce(int) {
    engine::removeTemporaries();
    _exit(kCancelled);
}

void handle(int signal, void (*handler)(int)) {
    struct sigaction action = {};
    action.sa_handler = handler;
    action.sa_flags = SA_RESTART;
    sigaction(signal, &action, nullptr);
}

void takeNote(int signal) {
    wasInterrupted = true;
    handle(signal, endAtOnce);
}

void handleAll(void (*handler)(int)) {
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
        struct sigaction before = {};
        sigaction(signal, nullptr, &before);
        if (before.sa_handler != SIG_IGN) {
            handle(signal, handler);
        }
    }
}

}  // namespace

void endOnSignals() {
    handleAll(endAtOnce);
    std::signal(SIGXFSZ, SIG_IGN);
}

const std::atomic<bool>& catchInterrupts() {
    handleAll(takeNote);
    return wasInterrupted;
}

}  // namespace headroom::app
