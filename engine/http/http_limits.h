// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace headroom::engine {

inline constexpr std::size_t kKibibyte = 1024;

/// Permitted requests of a client. Beyond: refused with the status named, nothing is done.
struct HttpLimits {
    std::size_t headBytes = 16 * kKibibyte;     ///< request line and fields: 431
    std::size_t targetBytes = 4 * kKibibyte;    ///< path and query: 414
    std::size_t bodyBytes = 1024 * kKibibyte;   ///< 413
    std::size_t messageBytes = 64 * kKibibyte;  ///< of a client, over WebSocket: closed with 1009
    std::size_t connections = 1200;             ///< at once; further ones are closed at once
    std::size_t ofOneAddress = 128;  ///< of these, from one address that is not this machine's
    double headS = 10.0;    ///< from the first byte, or the connection, to the end of the head: 408
    double bodyS = 30.0;    ///< to the end of the body: 408
    double writeS = 60.0;   ///< for one answer; then the connection is closed
    double idleS = 75.0;    ///< without a request; then the connection is closed
    double lingerS = 2.0;   ///< for a client to read a refusal before the connection is closed
    double silentS = 40.0;  ///< of a WebSocket client, that also answers pings no more
    double requestsPerS = 200.0;   ///< of one address, in the long run: 429
    double burst = 1500.0;         ///< and at once
    double wrongTokensPerS = 0.1;  ///< of one address, in the long run: 429
    double wrongTokensAtOnce = 10.0;
    double farewellS = 5.0;  ///< at the end: for answers under way and for WebSocket clients
};

}  // namespace headroom::engine
