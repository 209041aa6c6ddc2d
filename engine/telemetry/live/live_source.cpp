// SPDX-License-Identifier: Apache-2.0
#include "engine/telemetry/live/live_source.h"

#include "engine/base/number.h"
#include "engine/document/json_text.h"
#include "engine/telemetry/live/protocols.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

namespace headroom::engine {

namespace {

struct Scheme {
    std::string_view word;
    int port;
    LiveMaker make;
};

constexpr std::array kSchemes = {
    Scheme{"http", 80, &httpSource},      Scheme{"https", 443, &httpSource},
    Scheme{"mqtt", 1883, &mqttSource},    Scheme{"mqtts", 8883, &mqttSource},
    Scheme{"modbus", 502, &modbusSource}, Scheme{"snmp", 161, &snmpSource}};

constexpr double kLastPort = 65535.0;

tl::unexpected<Error> badAddress(const std::string& text, const std::string& why) {
    return tl::unexpected(Error{
        "TEL-060",
        inQuotes(text) + ' ' + why,
        "Write http(s)://HOST:PORT/PATH, mqtt(s)://HOST:PORT/TOPIC, modbus://HOST:PORT/UNIT or "
        "snmp://HOST:PORT/COMMUNITY",
        {},
        {},
        0});
}

}  // namespace

bool isAddress(const std::string& place) {
    return place.find("://") != std::string::npos;
}

Result<LiveAddress> parseAddress(const std::string& text) {
    const std::size_t end = text.find("://");
    LiveAddress address;
    address.scheme = text.substr(0, end == std::string::npos ? 0 : end);
    const auto scheme = std::find_if(kSchemes.begin(), kSchemes.end(), [&](const Scheme& each) {
        return each.word == address.scheme;
    });
    if (scheme == kSchemes.end()) {
        return badAddress(text, "is not an address that is known here");
    }
    std::string rest = text.substr(end + 3);
    const std::size_t slash = rest.find('/');
    address.path = slash == std::string::npos ? "" : rest.substr(slash);
    rest = rest.substr(0, slash);
    address.port = scheme->port;
    const bool isBracketed = rest.starts_with('[');  // an address of IPv6
    const std::size_t close = isBracketed ? rest.find(']') : 0;
    const std::size_t colon = rest.find(':', close == std::string::npos ? 0 : close);
    if (colon != std::string::npos) {
        const auto port = parseNumber(std::string_view(rest).substr(colon + 1));
        if (!port || !(*port >= 1.0 && *port <= kLastPort) || std::floor(*port) != *port) {
            return badAddress(text, "has no port from 1 to 65535");
        }
        address.port = static_cast<int>(*port);
    }
    address.host = rest.substr(0, colon);
    if (isBracketed && close != std::string::npos) {
        address.host = rest.substr(1, close - 1);
    }
    const bool isPlain = std::all_of(address.host.begin(), address.host.end(),
                                     [](char c) { return c > ' ' && c != '@' && c < '\x7f'; });
    const bool hasControl = std::any_of(address.path.begin(), address.path.end(),
                                        [](char c) { return c >= 0 && c <= ' '; });
    if (address.host.empty() || !isPlain || hasControl) {
        return badAddress(text, "names no host, or has blanks; write them as %20");
    }
    return address;
}

Result<std::unique_ptr<TelemetrySource>> openLive(const std::string& text, const TelemetryMap& map,
                                                  const LiveSpec& spec) {
    auto address = parseAddress(text);
    if (!address) {
        return tl::unexpected(address.error());
    }
    for (const Scheme& scheme : kSchemes) {
        if (scheme.word == address->scheme) {
            return scheme.make(*address, map, spec);
        }
    }
    return badAddress(text, "is not an address that is known here");
}

}  // namespace headroom::engine
