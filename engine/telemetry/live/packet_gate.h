// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

/// Limit on the packets that a client library without such a limit reads.
namespace headroom::engine {

/// Reads the length of each MQTT packet (3.1.1, 2.2: type, length in 1 to 4 bytes of 7 bits, rest) on a TCP socket before the
/// library reads the packet. So a packet that is too long never gets into memory. The kernel counts received and unread bytes
/// (TCP_INFO, SIOCINQ), and their difference is the position of the library. Not for TLS: only the library sees its packets.
class PacketGate {
  public:
    explicit PacketGate(std::size_t mostBytes) : mostBytes_(mostBytes) {}

    enum class Verdict {
        Pass,  ///< the library may read once
        Wait,  ///< the length of the next packet has not come whole
        TooLong  ///< the next packet is longer than allowed, or the library has read beyond what was allowed
    };

    /// For a new connection.
    void reset() { boundary_ = 0; }

    Verdict look(int socket);

    /// Length of the packet that was too long.
    std::uint64_t announcedBytes() const { return announced_; }

  private:
    std::size_t mostBytes_;
    std::uint64_t boundary_ = 0;  ///< bytes of the connection up to which the library may read
    std::uint64_t announced_ = 0;
};

}  // namespace headroom::engine
