// SPDX-License-Identifier: Apache-2.0
#include "app/window_end.h"

#include "app/cli/exit_code.h"
#include "engine/files/temporary.h"

#include <QSocketNotifier>

#include <array>
#include <csignal>
#include <sys/socket.h>
#include <unistd.h>

namespace headroom::app {

namespace {

constexpr std::array kSignals = {SIGTERM, SIGINT, SIGHUP};
std::array<int, 2> signalPair = {
    -1, -1};  // the handler writes to the first, the window reads the second

void endAtOnce(int) {
    engine::removeTemporaries();
    _exit(kCancelled);
}

void handleAll(void (*handler)(int)) {
    for (const int signal : kSignals) {
        struct sigaction before = {};
        sigaction(signal, nullptr, &before);
        if (before.sa_handler != SIG_IGN) {
            struct sigaction action = {};
            action.sa_handler = handler;
            action.sa_flags = SA_RESTART;
            sigaction(signal, &action, nullptr);
        }
    }
}

void takeNote(int) {
    handleAll(endAtOnce);
    const char byte = 1;
    if (write(signalPair[0], &byte, 1) != 1) {
        endAtOnce(0);
    }
}

}  // namespace

EndOnSignal::EndOnSignal(std::function<void()> end) {
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, signalPair.data()) !=
        0) {
        handleAll(endAtOnce);
        return;
    }
    auto* told = new QSocketNotifier(signalPair[1], QSocketNotifier::Read, this);
    connect(told, &QSocketNotifier::activated, this, [told, end = std::move(end)] {
        told->setEnabled(false);
        end();
    });
    handleAll(takeNote);
}

/// Only destructors follow: a signal now ends the program at once.
EndOnSignal::~EndOnSignal() {
    handleAll(endAtOnce);
    for (int& each : signalPair) {
        close(each);
        each = -1;
    }
}

}  // namespace headroom::app
