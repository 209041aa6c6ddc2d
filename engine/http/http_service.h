// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/http/http_message.h"

#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace headroom::engine {

/// A message of a talk: of WebSocket the text; of server-sent events with its kind and, where a client that
/// comes back should say how far it was, a number.
struct TalkMessage {
    std::shared_ptr<const std::string> text;  ///< one line
    std::string_view kind;                    ///< "frame"; a literal
    std::string id;                           ///< empty if none
};

/// One client's talk. All of it on the server's thread, so keep it short.
class Talk {
  public:
    using Clock = std::chrono::steady_clock;

    virtual ~Talk() = default;

    /// False: texts of a given number of bytes wait, unread, in the network until it may; it is asked again with each beat. Nobody may
    /// be kept waiting longer than HttpLimits::silentS.
    virtual bool mayHear(std::size_t) const { return true; }

    /// A text of the client (WebSocket only). The result is the reason why the talk ends; nothing if it continues.
    virtual std::optional<std::string> hear(const std::string& text) = 0;

    /// The next message, once the last has gone out; nothing if there is none now, and the server asks
    /// again with the next beat (HttpServer::kBeat) or after the client spoke.
    virtual std::optional<TalkMessage> next(Clock::time_point now) = 0;
};

/// Interface of a served thing. answer() is called from several threads at once, the rest from one.
class HttpService {
  public:
    virtual ~HttpService() = default;

    /// Whether a request asks for a talk, and not for one answer.
    virtual bool isTalk(const HttpRequest& request) const = 0;

    /// The talk that it asks for, or why not.
    virtual std::variant<std::unique_ptr<Talk>, HttpResponse> talk(const HttpRequest& request) = 0;

    /// Every request gets an answer: it throws only when the machine lacks resources.
    virtual HttpResponse answer(const HttpRequest& request) = 0;

    /// Before talks are asked for their next messages.
    virtual void beat() = 0;
};

}  // namespace headroom::engine
