// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/http/access.h"
#include "engine/http/bind_address.h"
#include "engine/http/http_limits.h"
#include "engine/http/http_service.h"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>

namespace headroom::engine {

/// Serves an HttpService over HTTP/1.1 and WebSocket (RFC 9112, RFC 6455), with or without TLS.
/// One thread waits for the network, some others compute answers. Any thread may call the members.
class HttpServer {
  public:
    /// How often talks are asked for news.
    static constexpr std::chrono::milliseconds kBeat{50};

    struct Options {
        BindAddress address;
        std::filesystem::path certificate, key;  ///< PEM, chain and private key; empty means no TLS
        Access access;
        HttpLimits limits;
        int threads = 2;  ///< that compute answers
        /// Gets a line for each request that was to change something: "operate control room 10.0.0.7 PATCH
        /// /api/v1/project 200", and at most one line in 5 s for all refusals without a token. Called on the thread
        /// that serves the network, so it must not wait for anything. May be empty.
        std::function<void(const std::string&)> journal;
    };

    /// Result so far.
    struct Counts {
        std::int64_t connections = 0;  ///< now
        std::int64_t accepted = 0, turnedAway = 0;
        std::int64_t requests = 0;
        std::int64_t refused = 0;   ///< of these: by the server itself, before the service saw them
        std::int64_t talks = 0;     ///< now
        std::int64_t messages = 0;  ///< sent in talks
        std::int64_t bytesOut = 0;
    };

    /// WEB-006: an address that others reach, without token file or without TLS (`access`, `certificate`).
    static Result<void> mayServe(const Options& options);

    /// Listens at once. `service` must outlive the server. WEB-004: the address cannot be listened on.
    /// WEB-005: certificate or key cannot be used. WEB-006: see mayServe().
    static Result<std::unique_ptr<HttpServer>> start(HttpService& service, Options options);

    /// Ends gracefully: nobody new is let in, answers under way are sent, WebSocket clients receive
    /// 1001 (going away), and after HttpLimits::farewellS the remaining connections are closed.
    ~HttpServer();
    HttpServer(const HttpServer&) = delete;
    HttpServer& operator=(const HttpServer&) = delete;

    /// The address with the port that it got.
    const BindAddress& address() const;
    bool hasTls() const;
    Counts counts() const;

  private:
    HttpServer();
    struct Private;
    std::unique_ptr<Private> d_;
};

}  // namespace headroom::engine
