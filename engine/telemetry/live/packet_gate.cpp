// SPDX-License-Identifier: Apache-2.0
#include "engine/telemetry/live/packet_gate.h"

#include <array>
#include <linux/sockios.h>
#include <linux/tcp.h>
#include <netinet/in.h>
#include <optional>
#include <sys/ioctl.h>
#include <sys/socket.h>

namespace headroom::engine {

namespace {

constexpr std::size_t kLongestHead = 5;  // type and a length of four bytes
constexpr unsigned kMoreFollows = 0x80, kLengthBits = 0x7f, kBitsPerByte = 7;
constexpr int kMostLooks = 16;  // while more comes in between

std::optional<std::uint64_t> bytesReceived(int socket) {
    tcp_info info{};
    socklen_t size = sizeof info;
    if (getsockopt(socket, IPPROTO_TCP, TCP_INFO, &info, &size) != 0 ||
        size < offsetof(tcp_info, tcpi_bytes_received) + sizeof info.tcpi_bytes_received) {
        return std::nullopt;
    }
    return info.tcpi_bytes_received;
}

/// Bytes that the library has read so far; nothing while more comes between two looks.
std::optional<std::uint64_t> bytesRead(int socket) {
    for (int look = 0; look < kMostLooks; ++look) {
        const auto before = bytesReceived(socket);
        int unread = 0;
        if (!before || ioctl(socket, SIOCINQ, &unread) != 0) {
            return std::nullopt;
        }
        if (bytesReceived(socket) == before) {
            return *before - static_cast<std::uint64_t>(unread);
        }
    }
    return std::nullopt;
}

/// Length of a whole packet by its head; nothing where the head is not whole.
std::optional<std::uint64_t> packetBytes(const std::array<unsigned char, kLongestHead>& head,
                                         std::size_t known) {
    std::uint64_t length = 0;
    for (std::size_t i = 1; i < known; ++i) {
        length |= static_cast<std::uint64_t>(head[i] & kLengthBits) << (kBitsPerByte * (i - 1));
        if ((head[i] & kMoreFollows) == 0) {
            return 1 + i + length;
        }
    }
    return known == kLongestHead ? std::optional<std::uint64_t>(kLongestHead + length)
                                 : std::nullopt;
}

}  // namespace

PacketGate::Verdict PacketGate::look(int socket) {
    if (!bytesReceived(socket)) {
        return Verdict::Pass;  // a kernel that does not count
    }
    const auto read = bytesRead(socket);
    if (!read) {
        return Verdict::Wait;
    }
    if (*read < boundary_) {
        return Verdict::Pass;
    }
    if (*read > boundary_) {
        announced_ = *read - boundary_;
        return Verdict::TooLong;
    }
    std::array<unsigned char, kLongestHead> head{};
    const ssize_t known = recv(socket, head.data(), head.size(), MSG_PEEK | MSG_DONTWAIT);
    if (known <= 0) {
        return Verdict::Pass;  // the end, or an error: the library reports it
    }
    const auto length = packetBytes(head, static_cast<std::size_t>(known));
    if (!length) {
        return Verdict::Wait;
    }
    if (*length > mostBytes_) {
        announced_ = *length;
        return Verdict::TooLong;
    }
    boundary_ += *length;
    return Verdict::Pass;
}

}  // namespace headroom::engine
