// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/telemetry/source.h"
#include "engine/telemetry/telemetry_map.h"

#include <atomic>
#include <filesystem>
#include <memory>
#include <string>

/// Telemetry that comes over a network.
namespace headroom::engine {

/// By what a server or broker knows us, and we it.
struct LiveLogin {
    std::string user, password;
    /// PEM: whose certificates are trusted; empty means those that the system trusts.
    std::filesystem::path authorities;
    std::filesystem::path certificate, key;  ///< PEM, of ours; empty if none is shown
    /// Of a broker's client: with a name of its own, what is sent while it is away is kept for it.
    std::string client;
};

struct LiveSpec {
    double everyS = 15.0;  ///< between two questions to a server or controller
    double forS = 60.0;    ///< of listening or asking, then the source has ended
    const std::atomic<bool>* cancel = nullptr;
    LiveLogin login;
};

/// Whether a place is an address ("http://…") rather than a file.
bool isAddress(const std::string& place);

/// http(s)://HOST[:PORT]/PATH  asked again and again: Prometheus API, exporters, Redfish, JSON lines, told by what
///                             the answer shows (document_source.h); an answer beyond 64 MiB is refused
/// mqtt(s)://HOST[:PORT]/TOPIC topics of a broker, "#" and "+" allowed, quality of service 1: a payload that is a number is
///                             a reading of the sensor whose column is its topic, others are JSON lines. A message is
///                             acknowledged once the sink has kept it
/// modbus://HOST[:PORT]/UNIT   registers of a controller, which the sensors' columns name (modbus_place.h)
/// snmp://HOST[:PORT]/COMMUNITY objects of a UPS or PDU, which the sensors' columns name (snmp_place.h); version 2c, or 3 with a user
/// With an s they speak TLS 1.2 or later, and the certificate is checked: by whom it is signed, and whether it is of HOST.
/// LiveSpec::login is shown to servers and brokers. TEL-060: an address that is none of these. TEL-061: cannot be reached, or ends the connection. TEL-062: an answer that
/// says no. A source that was reached and goes away is asked again until its time is up; what it gave stays.
Result<std::unique_ptr<TelemetrySource>> openLive(const std::string& address,
                                                  const TelemetryMap& map, const LiveSpec& spec);

/// "http", "host", 80, "/path" of an address.
struct LiveAddress {
    std::string scheme, host, path;
    int port = 0;
};

/// TEL-060.
Result<LiveAddress> parseAddress(const std::string& text);

}  // namespace headroom::engine
