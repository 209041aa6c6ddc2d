// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/http/any_stream.h"
#include "engine/http/http_server.h"
#include "engine/http/rate_limit.h"

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/thread_pool.hpp>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

/// Shared state of the connections of a server. All of it on the server's thread, but `answers` and `counts`.
namespace headroom::engine {

/// A connection, in any state.
class Member : public std::enable_shared_from_this<Member> {
  public:
    virtual ~Member() = default;
    /// There may be news to send.
    virtual void beat() = 0;
    /// The server ends: finish what is under way.
    virtual void farewell() = 0;
    /// And now.
    virtual void cutOff() = 0;
};

struct ServerCore {
    explicit ServerCore(HttpService& served, HttpServer::Options given)
        : service(served),
          options(std::move(given)),
          requests(options.limits.requestsPerS, options.limits.burst),
          wrongTokens(options.limits.wrongTokensPerS, options.limits.wrongTokensAtOnce),
          answers(static_cast<std::size_t>(options.threads)) {}

    HttpService& service;
    HttpServer::Options options;
    std::optional<asio::ssl::context> tls;
    RateLimit requests, wrongTokens;
    std::unordered_map<std::string, std::size_t> ofAddress;  ///< connections
    std::vector<std::weak_ptr<Member>> members;
    bool isEnding = false;
    std::int64_t unnamedRefusals =
        0;                    ///< of callers without a token, since the journal reported them last
    std::string lastUnnamed;  ///< peer, method, path and status of the last one
    std::chrono::steady_clock::time_point journalledAt;

    struct {
        std::atomic<std::int64_t> connections = 0, accepted = 0, turnedAway = 0, requests = 0,
                                  refused = 0, talks = 0, messages = 0, bytesOut = 0;
    } counts;

    asio::io_context context{1};
    asio::thread_pool answers;  ///< threads that compute them; before all else this goes

    void enter(const std::shared_ptr<Member>& member) { members.push_back(member); }
};

/// A place among the connections, for as long as it lives.
class Seat {
  public:
    Seat(ServerCore& core, std::string peer) : core_(core), peer_(std::move(peer)) {
        ++core_.counts.connections;
        ++core_.ofAddress[peer_];
    }

    ~Seat() {
        --core_.counts.connections;
        if (const auto at = core_.ofAddress.find(peer_);
            at != core_.ofAddress.end() && --at->second == 0) {
            core_.ofAddress.erase(at);
        }
    }

    Seat(const Seat&) = delete;
    Seat& operator=(const Seat&) = delete;

    const std::string& peer() const { return peer_; }

  private:
    ServerCore& core_;
    std::string peer_;
};

}  // namespace headroom::engine
