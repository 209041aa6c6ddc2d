// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>
#include <thread>

namespace headroom::hostile {

/// A server on this machine that answers every connection with the same bytes, whatever is asked, and closes it. Lives on a
/// thread of its own and serves until it is destroyed.
class LyingPeer {
  public:
    explicit LyingPeer(std::string answer);
    ~LyingPeer();
    LyingPeer(const LyingPeer&) = delete;
    LyingPeer& operator=(const LyingPeer&) = delete;

    std::uint16_t port() const { return port_; }

  private:
    void serve();

    std::string answer_;
    int socket_ = -1;
    std::uint16_t port_ = 0;
    std::atomic<bool> ends_ = false;
    std::thread thread_;
};

/// A connection to a port of this machine. -1 where nobody listens.
int connectTo(std::uint16_t port);

/// Sends all bytes. False where the other end takes no more.
bool sendAll(int socket, std::string_view bytes);

/// The bytes that the other end sends until that text has come, it closes, or `seconds` have passed.
std::string receiveUntil(int socket, std::string_view text, double seconds);

/// Everything that the other end sends until it closes, or until `seconds` have passed. `isClosed` tells which.
std::string receiveAll(int socket, double seconds, bool& isClosed);

}  // namespace headroom::hostile
