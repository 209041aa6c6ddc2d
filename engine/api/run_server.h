// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/base/json.h"
#include "engine/http/http_client.h"

#include <nlohmann/json.hpp>

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

/// Requests to the server of an attached run, and the form of their answers.
namespace headroom::engine {

using AttachJson = nlohmann::json;

/// Discarded if the text is not JSON.
inline AttachJson parsedAttach(const std::string& text) {
    return parseJson<AttachJson>(text);
}

/// The text of a key; empty if there is none.
std::string wordInAttach(const AttachJson& json, const char* key);

/// The whole number of a key; 0 if there is none.
std::int64_t numberInAttach(const AttachJson& json, const char* key);

/// For a query: all characters but letters, digits and a few marks are escaped.
std::string escapedForQuery(std::string_view text);

/// With commas between.
std::string joinedWords(const std::vector<std::string>& words);

Error attachError(const char* code, std::string message, std::string remedy);

inline constexpr int kHttpSwitching = 101, kHttpOk = 200, kHttpRefused = 300,
                     kHttpUnauthorized = 401, kHttpForbidden = 403, kHttpUnavailable = 503;

/// Asks the server with our token until stop(). Its functions may be called from any thread.
class RunServer {
  public:
    /// `token`: empty if none is sent.
    RunServer(std::unique_ptr<HttpClient> client, std::string token);

    HttpQuestion question(std::string method, std::string target, std::string body = {}) const;

    Result<HttpAnswer> ask(const HttpQuestion& asked) const { return client_->ask(asked, &stop_); }

    /// The answer of status 200; any other status is an error.
    Result<HttpAnswer> get(const std::string& target) const;

    /// Hears the texts of a stream until it ends or `leave` is set (HttpClient::listen()).
    Result<HttpAnswer> listen(const std::string& target, const std::function<void()>& opened,
                              const std::function<void(std::string)>& hear,
                              const std::atomic<bool>& leave) const;

    /// The error behind an answer that is not what was asked for. WEB-043, WEB-045, or the server's own.
    Error refusalOf(const HttpAnswer& answer) const;

    /// "http://127.0.0.1:8421"
    std::string place() const { return client_->place().text(); }

    /// Requests on their way end soon, and no other begins.
    void stop() { stop_ = true; }

    bool isStopped() const { return stop_; }

  private:
    std::unique_ptr<HttpClient> client_;
    std::string token_;
    std::atomic<bool> stop_{false};
};

}  // namespace headroom::engine
