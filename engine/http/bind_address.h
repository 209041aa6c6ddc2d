// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"

#include <cstdint>
#include <string>

namespace headroom::engine {

/// Where a server listens. Addresses are numbers: no name is looked up.
struct BindAddress {
    std::string host = "127.0.0.1";  ///< without brackets
    std::uint16_t port = 8421;       ///< 0 means any that is free
    bool isIpv6 = false;
    bool isLoopback = true;  ///< only this machine reaches it
    bool isAny = false;      ///< 0.0.0.0, ::

    /// "127.0.0.1:8421", "[::1]:8421".
    std::string text() const;
};

/// "127.0.0.1:8421", "[::1]:8421", "localhost:8421", "0.0.0.0:443"; without a port 8421.
/// WEB-001: not of that form.
Result<BindAddress> bindAddressOf(const std::string& text);

/// Whether a host, as a number, is of this machine alone: 127.0.0.0/8, ::1.
bool isLoopbackNumber(const std::string& host);

}  // namespace headroom::engine
