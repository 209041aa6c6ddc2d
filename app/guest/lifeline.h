// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cerrno>
#include <chrono>
#include <csignal>
#include <poll.h>
#include <thread>

namespace headroom::guest {

/// Ends this process and all that it started once Headroom is gone, also while a library computes or after it closed the
/// socket: the end of the other side of `socket` is noticed on a thread of its own. A guest that ends by itself in the
/// meantime has a second to do so.
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
