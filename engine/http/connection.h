// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/http/admission.h"
#include "engine/http/request_head.h"
#include "engine/http/server_core.h"

#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>

namespace headroom::engine {

/// One connection: request by request, until one of them begins a talk.
///
///   handshake -> head -> (body) -> answer -> head …
///                                \-> talk, which takes the stream over
class Connection : public Member {
  public:
    Connection(ServerCore& core, asio::ip::tcp::socket socket, std::unique_ptr<Seat> seat);

    void start();

    void beat() override {}

    void farewell() override;
    void cutOff() override;

  private:
    using Parser = boost::beast::http::request_parser<boost::beast::http::string_body>;

    std::shared_ptr<Connection> self() {
        return std::static_pointer_cast<Connection>(shared_from_this());
    }

    void waitForHead();
    void readMore();
    void lookAtHead();
    void readBody();
    void take();
    void answer(HttpRequest request);
    void send(HttpResponse response, bool goesOn);
    void refuse(const Refusal& refusal);
    void talk(const HttpRequest& request);
    void end();
    void lingerAndClose();
    void until(double seconds);
    std::optional<HttpResponse> objection(HttpRequest& request);
    void note(const HttpRequest& request, int status) const;

    ServerCore& core_;
    AnyStream stream_;
    std::unique_ptr<Seat> seat_;
    boost::beast::flat_buffer buffer_;
    asio::steady_timer deadline_;
    std::optional<Parser> parser_;
    RequestHead head_;
    std::string out_, body_;
    std::size_t lingered_ = 0;
    bool isLate_ = false;     ///< the deadline passed
    bool isIdle_ = false;     ///< between requests
    bool isSending_ = false;  ///< an answer that ends the connection
    bool isHead_ = false;     ///< of a HEAD request
    bool closes_ = true;      ///< the client does, after the answer
    std::array<char, 1024> drain_{};
};

/// Hands the stream over to a talk, over WebSocket or as server-sent events. `request` is what Beast read.
void beginWebSocket(ServerCore& core, AnyStream stream, std::unique_ptr<Seat> seat,
                    const boost::beast::http::request<boost::beast::http::string_body>& request,
                    std::unique_ptr<Talk> talk, Admission admission, bool hasSubprotocol);
void beginEvents(ServerCore& core, AnyStream stream, std::unique_ptr<Seat> seat,
                 std::unique_ptr<Talk> talk, Admission admission);

/// Fields that every answer has: nothing is guessed, kept, framed or sent on.
extern const char* const kCommonFields;

}  // namespace headroom::engine
