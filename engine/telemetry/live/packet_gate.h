// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

/// How much of a connection a client library may read that has no limit of its own.
namespace headroom::engine {

/// Looks at each packet of MQTT (3.1.1, 2.2: type, length in 1 to 4 bytes of 7 bits, rest) on a TCP socket before the library
/// reads it: a broker that announces more than is taken is left before a byte of that is in memory. Asks the kernel for what was
/// received and what is unread (TCP_INFO, SIOCINQ), so it knows where the library stands. Not for TLS, whose packets only the
/// library sees.
class PacketGate {
  public:
    explicit PacketGate(std::size_t mostBytes) : mostBytes_(mostBytes) {}

    enum class Verdict {
        Pass,    ///< the library may read once
        Wait,    ///< the length of the next packet has not come whole
        TooLong  ///< the next packet is longer than allowed, or the library has read beyond what was allowed
    };

    /// For a new connection.
    void reset() { boundary_ = 0; }

    Verdict look(int socket);

    /// Of the packet that was too long.
    std::uint64_t announcedBytes() const { return announced_; }

  private:
    std::size_t mostBytes_;
    std::uint64_t boundary_ = 0;  ///< bytes of the connection up to which the library may read
    std::uint64_t announced_ = 0;
};

}  // namespace headroom::engine
