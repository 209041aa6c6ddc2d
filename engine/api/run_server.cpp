// SPDX-License-Identifier: Apache-2.0
#include "engine/api/run_server.h"

#include <fmt/format.h>

#include <utility>

namespace headroom::engine {

std::string wordInAttach(const AttachJson& json, const char* key) {
    const auto at = json.is_object() ? json.find(key) : json.end();
    return json.is_object() && at != json.end() && at->is_string() ? at->get<std::string>()
                                                                   : std::string();
}

std::int64_t numberInAttach(const AttachJson& json, const char* key) {
    const auto at = json.is_object() ? json.find(key) : json.end();
    return json.is_object() && at != json.end() && at->is_number_integer() ? at->get<std::int64_t>()
                                                                           : 0;
}

std::string escapedForQuery(std::string_view text) {
    std::string out;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        const bool isPlain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                             (c >= '0' && c <= '9') ||
                             std::string_view("-._~/*,").find(c) != std::string_view::npos;
        out += isPlain ? std::string(1, c) : fmt::format("%{:02X}", byte);
    }
    return out;
}

std::string joinedWords(const std::vector<std::string>& words) {
    std::string out;
    for (const std::string& word : words) {
        out += (out.empty() ? "" : ",") + word;
    }
    return out;
}

Error attachError(const char* code, std::string message, std::string remedy) {
    return {code, std::move(message), std::move(remedy), {}, {}, 0};
}

RunServer::RunServer(std::unique_ptr<HttpClient> client, std::string token)
    : client_(std::move(client)), token_(std::move(token)) {}

HttpQuestion RunServer::question(std::string method, std::string target, std::string body) const {
    HttpQuestion asked;
    asked.method = std::move(method);
    asked.target = std::move(target);
    asked.body = std::move(body);
    asked.fields.emplace_back("Accept", "application/json");
    if (!asked.body.empty()) {
        asked.fields.emplace_back("Content-Type", "application/json");
    }
    if (!token_.empty()) {
        asked.fields.emplace_back("Authorization", "Bearer " + token_);
    }
    return asked;
}

Result<HttpAnswer> RunServer::get(const std::string& target) const {
    auto answer = ask(question("GET", target));
    if (answer && answer->status != kHttpOk) {
        return tl::unexpected(refusalOf(*answer));
    }
    return answer;
}

Result<HttpAnswer> RunServer::listen(const std::string& target, const std::function<void()>& opened,
                                     const std::function<void(std::string)>& hear,
                                     const std::atomic<bool>& leave) const {
    return client_->listen(question("GET", target), opened, hear, leave);
}

Error RunServer::refusalOf(const HttpAnswer& answer) const {
    const AttachJson body = parsedAttach(answer.body);
    const std::string detail = wordInAttach(body, "detail"), remedy = wordInAttach(body, "remedy"),
                      code = wordInAttach(body, "code");
    if (answer.status == kHttpUnauthorized || answer.status == kHttpForbidden) {
        return attachError(
            "WEB-045",
            fmt::format("the server at {} refuses: {}", place(),
                        detail.empty() ? "it wants another token" : detail),
            "Ask who serves it for a token that is good there now, and attach with that");
    }
    if (code.empty()) {
        return attachError(
            "WEB-043",
            fmt::format("the server at {} answers {} and is not Headroom", place(), answer.status),
            "State the address that headroom-cli serve prints, or Simulation › Serve… shows");
    }
    return attachError(code.c_str(), detail, remedy);
}

}  // namespace headroom::engine
