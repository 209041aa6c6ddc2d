// SPDX-License-Identifier: Apache-2.0
#include "engine/http/connection.h"

#include "engine/base/log.h"

#include <boost/asio/post.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/string.hpp>
#include <boost/beast/http/read.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <new>

namespace headroom::engine {

namespace {

namespace http = boost::beast::http;

constexpr std::size_t kReadBytes = 4096;
constexpr std::size_t kMostLingered = 256 * kKibibyte;
constexpr long kLongestRetryS = 3600;
constexpr int kUnauthorised = 401;

/// Refusals of others than the service.
HttpResponse refused(int status, const std::string& why, const std::string& remedy) {
    return problem(status, "WEB-010", why, remedy);
}

const char* roleName(Role role) {
    switch (role) {
        case Role::Nobody:
            return "nobody";
        case Role::Ingest:
            return "ingest";
        case Role::Read:
            return "read";
        case Role::Operate:
            break;
    }
    return "operate";
}

}  // namespace

const char* const kCommonFields =
    "Server: Headroom\r\n"
    "X-Content-Type-Options: nosniff\r\n"
    "Cross-Origin-Resource-Policy: same-origin\r\n"
    "Referrer-Policy: no-referrer\r\n";

Connection::Connection(ServerCore& core, asio::ip::tcp::socket socket, std::unique_ptr<Seat> seat)
    : core_(core),
      stream_(std::move(socket), core.tls ? &*core.tls : nullptr),
      seat_(std::move(seat)),
      deadline_(core.context) {}

void Connection::start() {
    ErrorCode ignored;
    stream_.socket().set_option(asio::ip::tcp::no_delay(true), ignored);
    until(core_.options.limits.headS);
    stream_.asyncHandshake([me = self()](ErrorCode fault, std::size_t) {
        if (fault || me->isLate_) {
            me->end();
            return;
        }
        me->waitForHead();
    });
}

/// The step under way has so long, also if data comes.
void Connection::until(double seconds) {
    isLate_ = false;
    deadline_.expires_after(std::chrono::duration_cast<std::chrono::steady_clock::duration>(
        std::chrono::duration<double>(seconds)));
    deadline_.async_wait([weak = weak_from_this()](ErrorCode fault) {
        const auto me = std::static_pointer_cast<Connection>(weak.lock());
        if (fault || !me || me->deadline_.expiry() > std::chrono::steady_clock::now()) {
            return;
        }
        me->isLate_ = true;
        ErrorCode ignored;
        if (me->isSending_ || me->isIdle_ || me->stream_.hasTls()) {
            me->stream_.close();
        } else {
            me->stream_.socket().cancel(ignored);  // the waiting code answers the client
        }
    });
}

void Connection::waitForHead() {
    const bool isFirst = !parser_;
    parser_.reset();
    head_ = {};
    isHead_ = false;
    if (core_.isEnding) {
        end();
        return;
    }
    isIdle_ = buffer_.size() == 0;
    if (isIdle_) {
        until(isFirst ? core_.options.limits.headS : core_.options.limits.idleS);
        readMore();
    } else {
        until(core_.options.limits.headS);
        lookAtHead();
    }
}

void Connection::readMore() {
    stream_.async_read_some(buffer_.prepare(kReadBytes),
                            [me = self()](ErrorCode fault, std::size_t bytes) {
                                me->buffer_.commit(bytes);
                                if (fault) {
                                    if (me->isLate_ && !me->isIdle_) {
                                        me->refuse({408, "the head did not come in time"});
                                    } else {
                                        me->end();
                                    }
                                    return;
                                }
                                if (me->isIdle_) {
                                    me->isIdle_ = false;
                                    me->until(me->core_.options.limits.headS);
                                }
                                me->lookAtHead();
                            });
}

void Connection::lookAtHead() {
    const HttpLimits& limits = core_.options.limits;
    const auto data = buffer_.data();
    const std::string_view bytes(static_cast<const char*>(data.data()), data.size());
    const auto end = bytes.find("\r\n\r\n");
    if (end == std::string_view::npos) {
        if (bytes.find("\n\n") != std::string_view::npos) {
            refuse({400, "a line does not end in CR LF"});
        } else if (bytes.size() > limits.headBytes) {
            refuse({431, "the head is longer than " + std::to_string(limits.headBytes) + " bytes"});
        } else {
            readMore();
        }
        return;
    }
    auto read = readHead(bytes.substr(0, end + 4), limits);
    if (read.refusal) {
        refuse(*read.refusal);
        return;
    }
    head_ = std::move(read.head);
    isHead_ = head_.method == "HEAD";
    closes_ = head_.version != "1.1" ||
              boost::beast::iequals(std::string(head_.field("connection")), "close");
    if (!core_.requests.take(seat_->peer(), std::chrono::steady_clock::now())) {
        // The rest of the connection is not read: the client asks again on a new one.
        const double waitS = core_.requests.waitS(seat_->peer(), std::chrono::steady_clock::now());
        ++core_.counts.refused;
        HttpResponse response =
            refused(429, "this address asks more often than it may",
                    "ask again after the seconds that Retry-After names, and less often");
        response.fields.emplace_back(
            "Retry-After",
            std::to_string(std::clamp<long>(std::lround(std::ceil(waitS)), 1, kLongestRetryS)));
        send(std::move(response), false);
        return;
    }
    parser_.emplace();
    parser_->header_limit(static_cast<std::uint32_t>(limits.headBytes));
    parser_->body_limit(limits.bodyBytes);
    until(limits.bodyS);
    const std::string_view expectation = head_.field("expect");
    if (expectation.empty()) {
        readBody();
    } else if (expectation != "100-continue") {
        refuse({417, "the only expectation that is met here is 100-continue"});
    } else {
        out_ = "HTTP/1.1 100 Continue\r\n\r\n";
        asio::async_write(stream_, asio::buffer(out_), [me = self()](ErrorCode fault, std::size_t) {
            if (fault) {
                me->end();
            } else {
                me->readBody();
            }
        });
    }
}

void Connection::readBody() {
    http::async_read(stream_, buffer_, *parser_, [me = self()](ErrorCode fault, std::size_t) {
        if (!fault) {
            me->take();
        } else if (me->isLate_) {
            me->refuse({408, "the body did not come in time"});
        } else if (fault == http::error::body_limit) {
            me->refuse({413, "the body is longer than " +
                                 std::to_string(me->core_.options.limits.bodyBytes) + " bytes"});
        } else if (fault.category() == http::make_error_code(http::error::bad_chunk).category() &&
                   fault != http::error::end_of_stream && fault != http::error::partial_message) {
            me->refuse({400, "the body is not framed as its head says"});
        } else {
            me->end();
        }
    });
}

/// Why a request is not handed on: who may not ask at all.
std::optional<HttpResponse> Connection::objection(HttpRequest& request) {
    const auto now = std::chrono::steady_clock::now();
    const std::string_view host = request.field("host");
    if (!core_.options.access.isOurHost(host)) {
        return refused(421, "this server does not answer to the name that Host states",
                       "ask for the address that the server printed, or name others with --host");
    }
    if (!core_.options.access.isOurPage(request.field("origin"), host)) {
        return refused(403, "a page of another origin may not ask", "open the page of this server");
    }
    bool isWrong = false;
    request.caller = core_.options.access.callerOf(request.fields, isWrong);
    if (!isWrong) {
        // Also where others of this address (a proxy, a tunnel) guess: tokens are too long to be guessed.
        return std::nullopt;
    }
    if (!core_.wrongTokens.take(seat_->peer(), now)) {
        HttpResponse response = refused(429, "too many wrong tokens came from this address",
                                        "wait a minute, and check the token");
        response.fields.emplace_back("Retry-After", "60");
        return response;
    }
    HttpResponse response = refused(401, "the token is not in the server's file of tokens",
                                    "send one that is in the file");
    response.fields.emplace_back("WWW-Authenticate",
                                 "Bearer realm=\"headroom\", error=\"invalid_token\"");
    return response;
}

void Connection::take() {
    HttpRequest request;
    request.method = isHead_ ? "GET" : head_.method;
    request.path = head_.path;
    request.query = head_.query;
    request.fields = std::move(head_.fields);
    request.body = std::move(parser_->get().body());
    request.peer = seat_->peer();
    ++core_.counts.requests;
    if (auto no = objection(request)) {
        ++core_.counts.refused;
        note(request, no->status);
        send(std::move(*no), false);
        return;
    }
    if (core_.service.isTalk(request)) {
        talk(request);
    } else {
        answer(std::move(request));
    }
}

void Connection::answer(HttpRequest request) {
    deadline_.cancel();
    asio::post(core_.answers, [me = self(), asked = std::move(request)]() mutable {
        HttpResponse response;
        try {
            response = me->core_.service.answer(asked);
        } catch (const std::bad_alloc&) {
            response = problem(503, "WEB-011", "the memory of this machine ran out",
                               "ask for less, or close other programs");
        } catch (const std::exception& fault) {
            response = problem(500, "WEB-012", std::string("the answer failed: ") + fault.what(),
                               "please report it with the request");
        }
        // The connection goes back as a whole: the last owner destroys it, and its seat is counted on the server's thread alone.
        asio::io_context& context = me->core_.context;
        asio::post(context, [me = std::move(me), did = std::move(asked),
                             given = std::move(response)]() mutable {
            me->note(did, given.status);
            me->send(std::move(given), true);
        });
    });
}

/// Journals a request that was to change something. Refusals of callers without a token are only counted: the server
/// reports their number with its beat, so that nobody can fill a journal.
void Connection::note(const HttpRequest& request, int status) const {
    logLine(LogCategory::Http, "{} {} {} {} {}", request.peer, roleName(request.caller.role),
            request.method, request.path, status);
    if (!core_.options.journal || request.method == "GET" || request.method == "OPTIONS") {
        return;
    }
    if (request.caller.role == Role::Nobody ||
        (request.caller.name.empty() && status == kUnauthorised)) {
        ++core_.unnamedRefusals;
        core_.lastUnnamed =
            request.peer + " " + request.method + " " + request.path + " " + std::to_string(status);
        return;
    }
    core_.options.journal(std::string(roleName(request.caller.role)) + " " +
                          (request.caller.name.empty() ? "-" : request.caller.name) + " " +
                          request.peer + " " + request.method + " " + request.path + " " +
                          std::to_string(status));
}

void Connection::talk(const HttpRequest& request) {
    auto begun = core_.service.talk(request);
    if (auto* no = std::get_if<HttpResponse>(&begun)) {
        send(std::move(*no), true);
        return;
    }
    auto given = std::move(std::get<std::unique_ptr<Talk>>(begun));
    deadline_.cancel();
    Admission admission(core_.options.access, request.fields, request.caller);
    if (request.field("upgrade").empty()) {
        beginEvents(core_, std::move(stream_), std::move(seat_), std::move(given),
                    std::move(admission));
        return;
    }
    // Any further bytes behind the request are not a frame of a client that waits for the answer.
    const bool hasSubprotocol =
        request.field("sec-websocket-protocol").find(Access::kSubprotocol) !=
        std::string_view::npos;
    beginWebSocket(core_, std::move(stream_), std::move(seat_), parser_->get(), std::move(given),
                   std::move(admission), hasSubprotocol);
}

void Connection::refuse(const Refusal& refusal) {
    ++core_.counts.refused;
    send(refused(refusal.status, refusal.why,
                 "send a request as RFC 9112 has it, within the limits"),
         false);
}

void Connection::send(HttpResponse response, bool goesOn) {
    const bool keeps = goesOn && !core_.isEnding && !closes_;
    body_ = std::move(response.body);
    out_ = "HTTP/1.1 " + std::to_string(response.status) + " " +
           std::string(reasonOf(response.status)) + "\r\n" + kCommonFields;
    if (response.status != 204 && response.status != 304) {
        out_ += "Content-Type: " + response.type +
                "\r\nContent-Length: " + std::to_string(body_.size()) + "\r\n";
    }
    bool saysHowLong = false;
    for (const auto& [name, value] : response.fields) {
        out_.append(name).append(": ").append(value).append("\r\n");
        saysHowLong = saysHowLong || name == "Cache-Control";
    }
    out_ += saysHowLong ? "" : "Cache-Control: no-store\r\n";
    out_ += keeps ? "\r\n" : "Connection: close\r\n\r\n";
    if (isHead_ || response.status == 204 || response.status == 304) {
        body_.clear();
    }
    isSending_ = true;
    until(core_.options.limits.writeS);
    core_.counts.bytesOut += static_cast<std::int64_t>(out_.size() + body_.size());
    const std::array<asio::const_buffer, 2> both = {asio::buffer(out_), asio::buffer(body_)};
    asio::async_write(stream_, both, [me = self(), keeps](ErrorCode fault, std::size_t) {
        if (fault) {
            me->end();
        } else if (keeps) {
            me->isSending_ = false;
            me->waitForHead();
        } else {
            me->stream_.asyncShutdown([me](ErrorCode, std::size_t) { me->lingerAndClose(); });
            me->until(me->core_.options.limits.lingerS);
        }
    });
}

/// A socket that is closed with bytes unread resets the connection, and the client loses the answer.
void Connection::lingerAndClose() {
    if (stream_.hasTls() || lingered_ > kMostLingered) {
        end();
        return;
    }
    stream_.async_read_some(asio::buffer(drain_),
                            [me = self()](ErrorCode fault, std::size_t bytes) {
                                me->lingered_ += bytes;
                                if (fault) {
                                    me->end();
                                } else {
                                    me->lingerAndClose();
                                }
                            });
}

void Connection::end() {
    deadline_.cancel();
    stream_.close();
}

void Connection::farewell() {
    if (isIdle_ && seat_) {
        end();
    }
}

void Connection::cutOff() {
    if (seat_) {
        end();
    }
}

}  // namespace headroom::engine
