// SPDX-License-Identifier: Apache-2.0
#include "engine/http/bind_address.h"

#include <algorithm>
#include <arpa/inet.h>
#include <array>
#include <charconv>
#include <cstring>
#include <string_view>

namespace headroom::engine {

namespace {

Error notAnAddress(const std::string& text) {
    return {"WEB-001",
            "\"" + text + "\" is not an address to listen on",
            "state a number and a port, as 127.0.0.1:8421 or [::1]:8421",
            {},
            {},
            0};
}

constexpr std::size_t kNumberBytes = 16;

/// The bytes of a number, 4 or 16 of them; 0 if it is none.
std::size_t bytesOf(const std::string& host, std::array<unsigned char, kNumberBytes>& bytes) {
    if (inet_pton(AF_INET, host.c_str(), bytes.data()) == 1) {
        return 4;
    }
    return inet_pton(AF_INET6, host.c_str(), bytes.data()) == 1 ? kNumberBytes : 0;
}

}  // namespace

std::string BindAddress::text() const {
    return (isIpv6 ? "[" + host + "]" : host) + ":" + std::to_string(port);
}

bool isLoopbackNumber(const std::string& host) {
    std::array<unsigned char, kNumberBytes> bytes{};
    switch (bytesOf(host, bytes)) {
        case 4:
            return bytes[0] == 127;
        case kNumberBytes:
            return bytes.back() == 1 && std::all_of(bytes.begin(), bytes.end() - 1,
                                                    [](unsigned char b) { return b == 0; });
        default:
            return false;
    }
}

Result<BindAddress> bindAddressOf(const std::string& text) {
    std::string host = text, port;
    if (text.starts_with('[')) {
        const auto shut = text.find(']');
        if (shut == std::string::npos || (shut + 1 < text.size() && text[shut + 1] != ':')) {
            return tl::unexpected(notAnAddress(text));
        }
        host = text.substr(1, shut - 1);
        port = shut + 2 <= text.size() ? text.substr(shut + 2) : "";
        if (shut + 2 == text.size()) {
            return tl::unexpected(notAnAddress(text));
        }
    } else if (const auto colon = text.find(':'); colon != std::string::npos) {
        host = text.substr(0, colon);
        port = text.substr(colon + 1);
        if (port.empty()) {
            return tl::unexpected(notAnAddress(text));
        }
    }
    BindAddress address;
    address.host = host == "localhost" ? "127.0.0.1" : host;
    std::array<unsigned char, kNumberBytes> bytes{};
    const std::size_t count = bytesOf(address.host, bytes);
    if (count == 0 || (count == kNumberBytes) != text.starts_with('[')) {
        return tl::unexpected(notAnAddress(text));
    }
    if (!port.empty()) {
        const auto [end, fault] =
            std::from_chars(port.data(), port.data() + port.size(), address.port);
        if (fault != std::errc{} || end != port.data() + port.size()) {
            return tl::unexpected(notAnAddress(text));
        }
    }
    address.isIpv6 = count == kNumberBytes;
    address.isLoopback = isLoopbackNumber(address.host);
    address.isAny = std::all_of(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(count),
                                [](unsigned char b) { return b == 0; });
    return address;
}

}  // namespace headroom::engine
