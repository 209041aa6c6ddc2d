// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>

#include <optional>
#include <stdexcept>
#include <string>
#include <sys/socket.h>
#include <unistd.h>

namespace headroom::guest {

using Json = nlohmann::json;

/// Answer of a guest that cannot do it: its code in resources/help/errors.md, words, and a remedy.
struct Refusal : std::runtime_error {
    Refusal(std::string givenCode, const std::string& words, std::string givenRemedy)
        : std::runtime_error(words), code(std::move(givenCode)), remedy(std::move(givenRemedy)) {}

    std::string code, remedy;
};

/// Questions and answers, a line of JSON each.
class LineSocket {
  public:
    explicit LineSocket(int socket) : socket_(socket) {}

    /// Nothing if who asks is gone, and so is the guest.
    std::optional<Json> question() {
        for (;;) {
            if (const auto end = unread_.find('\n'); end != std::string::npos) {
                Json asked = Json::parse(unread_.substr(0, end), nullptr, false);
                unread_.erase(0, end + 1);
                return asked;
            }
            char part[65536];
            const ssize_t n = read(socket_, part, sizeof part);
            if (n <= 0) {
                return std::nullopt;
            }
            unread_.append(part, static_cast<std::size_t>(n));
        }
    }

    void answer(const Json& said) const {
        const std::string line = said.dump(-1, ' ', false, Json::error_handler_t::replace) + '\n';
        for (std::size_t sent = 0; sent < line.size();) {
            const ssize_t n = send(socket_, line.data() + sent, line.size() - sent, MSG_NOSIGNAL);
            if (n <= 0) {
                return;
            }
            sent += static_cast<std::size_t>(n);
        }
    }

    /// Answers questions with what `reply` makes of them until nobody asks.
    template <class Reply>
    int serve(Reply&& reply) {
        while (const auto asked = question()) {
            try {
                answer(reply(*asked));
            } catch (const Refusal& refusal) {
                answer({{"error", refusal.what()},
                        {"code", refusal.code},
                        {"remedy", refusal.remedy}});
            }
        }
        return 0;
    }

  private:
    int socket_;
    std::string unread_;
};

}  // namespace headroom::guest
