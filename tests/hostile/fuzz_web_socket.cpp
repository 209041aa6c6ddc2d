// SPDX-License-Identifier: Apache-2.0
#include "engine/api/api_service.h"
#include "engine/api/live_twin.h"
#include "engine/http/http_server.h"
#include "tests/hostile/invariant.h"
#include "tests/hostile/lying_peer.h"
#include "tests/hostile/material.h"
#include "tests/hostile/parsers.h"

#include <string>
#include <sys/socket.h>
#include <unistd.h>

namespace headroom::hostile {

namespace {

// The hall of the tour behind a server of this process, paused at its start.
struct ServedHere {
    std::unique_ptr<engine::LiveTwin> twin;
    std::unique_ptr<engine::ApiService> service;
    std::unique_ptr<engine::HttpServer> server;

    ServedHere() {
        auto made = engine::LiveTwin::create(scenario("tour-small-hall"), shippedCatalogue(), {});
        require(made.has_value(), "the sample cannot be served");
        twin = std::move(*made);
        service = std::make_unique<engine::ApiService>(*twin, HEADROOM_SOURCE_DIR "/resources");
        engine::HttpServer::Options options;
        options.address.port = 0;
        options.access.answersTo(options.address, {});
        options.limits.headS = 1.0;
        options.limits.requestsPerS = 1e6;
        options.limits.burst = 1e6;
        auto started = engine::HttpServer::start(*service, std::move(options));
        require(started.has_value(), "no port to serve on");
        server = std::move(*started);
    }
};

// Sends the head and, once the server has answered it, the rest; then hears the server out. The server drops bytes that come
// right behind an upgrade, as RFC 6455 lets a client send none of them.
std::string toldBy(const ServedHere& here, std::string_view head, std::string_view rest,
                   bool& isClosed) {
    constexpr double kPatienceS = 15.0;
    const int socket = connectTo(here.server->address().port);
    require(socket >= 0, "nobody serves any more");
    sendAll(socket, head);
    std::string told = rest.empty() ? std::string() : receiveUntil(socket, "\r\n\r\n", kPatienceS);
    sendAll(socket, rest);
    ::shutdown(socket, SHUT_WR);
    told += receiveAll(socket, kPatienceS, isClosed);
    ::close(socket);
    return told;
}

}  // namespace

/// Bytes that a client sends after the upgrade to WebSocket: frames, or anything else. Bytes that begin with "raw" and a line
/// feed are sent unchanged, without the upgrade.
void web_socket(std::string_view bytes) {
    static const ServedHere kHere;
    constexpr std::string_view kRaw = "raw\n";
    const std::string upgrade =
        "GET /api/v1/stream?channels=facility/pue HTTP/1.1\r\nHost: localhost\r\nUpgrade: "
        "websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n";
    bool isClosed = false;
    const std::string told = bytes.starts_with(kRaw)
                                 ? toldBy(kHere, bytes.substr(kRaw.size()), {}, isClosed)
                                 : toldBy(kHere, upgrade, bytes, isClosed);
    require(isClosed, "the connection stays open though the client has ended");
    require(told.empty() || told.starts_with("HTTP/1.1 ") || bytes.starts_with(kRaw),
            "an answer that is not HTTP");
    const std::string health =
        toldBy(kHere, "GET /api/v1/health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
               {}, isClosed);
    require(health.starts_with("HTTP/1.1 200"),
            "the server answers others no more: " + health.substr(0, 60));
    require(kHere.twin->frame()->timeS == 0.0, "a reader moved the run");
}

}  // namespace headroom::hostile
