// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/http/http_message.h"

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace headroom::engine {

/// Where a server is.
struct HttpPlace {
    bool hasTls = false;
    std::string host;  ///< name or number; IPv6 without brackets
    std::uint16_t port = 0;

    std::string text() const;       ///< "https://twin.example:8421"
    std::string authority() const;  ///< "twin.example:8421": the field Host
};

/// "http://127.0.0.1:8421", "https://twin.example/", "[::1]:8421"; without a scheme it is http, without a port that of
/// `usualPort`. WEB-040: it is none of these, or more than these.
Result<HttpPlace> httpPlaceOf(std::string_view text, std::uint16_t usualPort);

/// Whom we trust, and who we are, where TLS is spoken. PEM.
struct HttpTrust {
    std::filesystem::path authorities;       ///< empty means those that the system trusts
    std::filesystem::path certificate, key;  ///< of ours; empty if none is shown
};

struct HttpQuestion {
    std::string method = "GET", target = "/";
    HttpFields fields;
    std::string body;
    std::uint64_t mostBytes = 64ULL << 20U;  ///< of the answer
};

struct HttpAnswer {
    int status = 0;
    HttpFields fields;  ///< names in lower case
    std::string body;

    std::string_view field(std::string_view name) const;  ///< empty if there is none
};

/// Asks a server over HTTP/1.1 and listens to it over WebSocket, with TLS 1.2 or later where the place says so; the certificate
/// is checked, by whom it is signed and whose it is. Each call is a connection of its own and waits for its end: any thread
/// may make one. Each of connecting, shaking hands and each answer has ten seconds.
class HttpClient {
  public:
    /// WEB-041: what is named in `trust` cannot be used.
    static Result<std::unique_ptr<HttpClient>> make(HttpPlace place, const HttpTrust& trust);
    ~HttpClient();
    HttpClient(const HttpClient&) = delete;
    HttpClient& operator=(const HttpClient&) = delete;

    const HttpPlace& place() const { return place_; }

    /// The status does not matter. WEB-042: it is not reached, is not trusted, or does not answer in time; `stop` (may be
    /// null) was
    /// set meanwhile.
    Result<HttpAnswer> ask(const HttpQuestion& question,
                           const std::atomic<bool>* stop = nullptr) const;

    /// Upgrades to WebSocket and hears texts until it ends: `stop` (looked at ten times a second), or the server ends it.
    /// `opened`: once, when the upgrade was taken. Nothing else is sent than pings. A server that says no to the upgrade
    /// is an answer with its status; one that ends after it was opened is status 101. WEB-042 as of ask(), and where a
    /// connection broke.
    Result<HttpAnswer> listen(const HttpQuestion& question, const std::function<void()>& opened,
                              const std::function<void(std::string)>& hear,
                              const std::atomic<bool>& stop) const;

  private:
    explicit HttpClient(HttpPlace place);
    struct Tls;

    HttpPlace place_;
    std::unique_ptr<Tls> tls_;  ///< null means without
};

}  // namespace headroom::engine
