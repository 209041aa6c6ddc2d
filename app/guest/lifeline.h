// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cerrno>
#include <chrono>
#include <csignal>
#include <poll.h>
#include <thread>

namespace headroom::guest {

/// Ends this process and all its children after Headroom has ended, also while a library computes or after it closed the
/// socket. A thread of its own watches the other side of `socket`. A guest that is ending by itself gets one more
/// second.
inline void tieToParent(int socket) {
    std::thread([socket] {
        for (;;) {
            pollfd watched{socket, POLLRDHUP, 0};
            if (poll(&watched, 1, -1) < 0 && errno == EINTR) {
                continue;
            }
            std::this_thread::sleep_for(std::chrono::seconds(1));
            kill(0, SIGKILL);  // the group that Headroom gave to this process alone
        }
    }).detach();
}

}  // namespace headroom::guest
