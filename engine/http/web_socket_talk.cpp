// SPDX-License-Identifier: Apache-2.0
#include "engine/http/connection.h"

#include <boost/beast/core/buffers_to_string.hpp>
#include <boost/beast/websocket/stream.hpp>

#include <chrono>
#include <cstdint>
#include <optional>
#include <utility>

namespace headroom::engine {

namespace {

namespace websocket = boost::beast::websocket;

/// A talk over WebSocket: reads as fast as its texts may be heard, and writes one message at a time. A client that sends
/// faster is slowed by what the network holds for it: one text of it is here, and no more is read.
///
/// Each operation of the stream keeps the talk alive until its handler was called. Beast 1.74 has one case in which no handler
/// is ever called: a close that waits for the read under way, while that read found a broken frame and waits for the close. So
/// nothing is read once this side begins to close. A close has `headS`; then the stream is destroyed with all that waits in it.
class WebSocketTalk : public Member {
  public:
    WebSocketTalk(ServerCore& core, AnyStream stream, std::unique_ptr<Seat> seat,
                  std::unique_ptr<Talk> talk, Admission admission)
        : core_(core),
          socket_(std::in_place, std::move(stream)),
          seat_(std::move(seat)),
          talk_(std::move(talk)),
          admission_(std::move(admission)) {
        ++core_.counts.talks;
    }

    ~WebSocketTalk() override { --core_.counts.talks; }

    void start(const boost::beast::http::request<boost::beast::http::string_body>& request,
               bool hasSubprotocol) {
        const HttpLimits& limits = core_.options.limits;
        websocket::stream_base::timeout timeouts{};
        timeouts.handshake_timeout = secondsOf(limits.headS);
        timeouts.idle_timeout = secondsOf(limits.silentS);
        timeouts.keep_alive_pings = true;
        socket_->set_option(timeouts);
        socket_->set_option(
            websocket::stream_base::decorator([hasSubprotocol](websocket::response_type& response) {
                response.set(boost::beast::http::field::server, "Headroom");
                if (hasSubprotocol) {
                    response.set(boost::beast::http::field::sec_websocket_protocol,
                                 Access::kSubprotocol);
                }
            }));
        socket_->read_message_max(limits.messageBytes);
        socket_->auto_fragment(false);
        socket_->text(true);
        // RFC 6455 has no close codes from 5000 on. Beast would send such a code back: the connection ends without one.
        socket_->control_callback([this](websocket::frame_type kind, boost::beast::string_view) {
            if (kind == websocket::frame_type::close && socket_->reason().code > kMostCloseCode) {
                beast_close_socket(socket_->next_layer());
            }
        });
        socket_->async_accept(request, [me = self()](ErrorCode fault) {
            if (fault) {
                return;
            }
            me->isOpen_ = true;
            me->read();
            if (me->core_.isEnding) {  // the others received the message before this one was open
                me->farewell();
            }
            me->beat();
        });
    }

    void beat() override {
        if (isEnding_) {
            if (socket_ && std::chrono::steady_clock::now() >= endsBy_) {
                socket_.reset();
            }
            return;
        }
        if (!admission_.holds()) {
            close(websocket::close_code::policy_error, kTokenGone);
            return;
        }
        if (const auto held = held_; held && isOpen_) {
            hear();
        }
        if (!isOpen_ || isWriting_ || isEnding_) {  // hear() may have ended it
            return;
        }
        auto next = talk_->next(std::chrono::steady_clock::now());
        if (!next) {
            return;
        }
        isWriting_ = true;
        message_ = std::move(next->text);
        ++core_.counts.messages;
        core_.counts.bytesOut += static_cast<std::int64_t>(message_->size());
        socket_->async_write(asio::buffer(*message_), [me = self()](ErrorCode fault, std::size_t) {
            me->isWriting_ = false;
            me->message_.reset();
            if (!fault) {
                me->beat();
            }
        });
    }

    void farewell() override { close(websocket::close_code::going_away, "the server ends"); }

    void cutOff() override {
        const auto held = std::exchange(held_, nullptr);
        if (socket_) {
            beast_close_socket(socket_->next_layer());
        }
    }

  private:
    static std::chrono::steady_clock::duration secondsOf(double seconds) {
        return std::chrono::duration_cast<std::chrono::steady_clock::duration>(
            std::chrono::duration<double>(seconds));
    }

    std::shared_ptr<WebSocketTalk> self() {
        return std::static_pointer_cast<WebSocketTalk>(shared_from_this());
    }

    void read() {
        socket_->async_read(buffer_, [me = self()](ErrorCode fault, std::size_t) {
            if (fault) {
                me->isOpen_ = false;
                return;
            }
            me->hear();
        });
    }

    void hear() {
        if (isEnding_) {
            return;  // texts after our farewell are ignored, and the close reads on
        }
        const bool waits = socket_->got_text() &&
                           (!talk_->mayHear(buffer_.size()) ||
                            !core_.requests.take(seat_->peer(), std::chrono::steady_clock::now()));
        // Nothing is read until a beat finds that it may; nobody else holds this meanwhile.
        held_ = waits ? self() : nullptr;
        if (waits) {
            return;
        }
        if (!admission_.holdsNow()) {
            close(websocket::close_code::policy_error, kTokenGone);
        } else if (!socket_->got_text()) {
            close(websocket::close_code::unknown_data, "only texts are understood here");
        } else if (const auto why = talk_->hear(boost::beast::buffers_to_string(buffer_.data()))) {
            close(websocket::close_code::policy_error, *why);
        }
        buffer_.consume(buffer_.size());
        if (!isEnding_) {
            read();
            beat();
        }
    }

    void close(websocket::close_code code, const std::string& why) {
        if (!isOpen_ || isEnding_) {
            return;
        }
        isEnding_ = true;
        endsBy_ = std::chrono::steady_clock::now() + secondsOf(core_.options.limits.headS);
        const auto held = std::exchange(held_, nullptr);  // its text is not heard any more
        websocket::close_reason reason(code);
        reason.reason = why.substr(0, 120);  // 123 bytes at most go into the frame
        socket_->async_close(reason, [me = self()](ErrorCode) { me->isOpen_ = false; });
    }

    static constexpr std::uint16_t kMostCloseCode = 4999;
    static constexpr const char* kTokenGone =
        "the token is no longer in the server's file of tokens";

    ServerCore& core_;
    std::optional<websocket::stream<AnyStream, false>> socket_;  // texts are small: not deflated
    std::unique_ptr<Seat> seat_;
    std::unique_ptr<Talk> talk_;
    Admission admission_;
    boost::beast::flat_buffer buffer_;
    std::shared_ptr<const std::string> message_;
    bool isOpen_ = false, isWriting_ = false, isEnding_ = false;
    std::chrono::steady_clock::time_point endsBy_;
    std::shared_ptr<WebSocketTalk> held_;  ///< itself, while a text waits in the buffer
};

}  // namespace

void beginWebSocket(ServerCore& core, AnyStream stream, std::unique_ptr<Seat> seat,
                    const boost::beast::http::request<boost::beast::http::string_body>& request,
                    std::unique_ptr<Talk> talk, Admission admission, bool hasSubprotocol) {
    const auto begun = std::make_shared<WebSocketTalk>(core, std::move(stream), std::move(seat),
                                                       std::move(talk), std::move(admission));
    core.enter(begun);
    begun->start(request, hasSubprotocol);
}

}  // namespace headroom::engine
