// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <boost/asio/buffer.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/beast/core/error.hpp>
#include <boost/beast/core/role.hpp>

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <utility>

namespace headroom::engine {

namespace asio = boost::asio;
using ErrorCode = boost::system::error_code;

/// Handler called after bytes were sent or received: any handler, moved along.
class IoDone {
  public:
    template <class Handler>
    explicit IoDone(Handler handler) : call_(std::make_unique<Of<Handler>>(std::move(handler))) {}

    void operator()(ErrorCode fault, std::size_t bytes = 0) { call_->call(fault, bytes); }

  private:
    struct Any {
        virtual ~Any() = default;
        virtual void call(ErrorCode fault, std::size_t bytes) = 0;
    };

    template <class Handler>
    struct Of : Any {
        explicit Of(Handler given) : handler(std::move(given)) {}

        void call(ErrorCode fault, std::size_t bytes) override { handler(fault, bytes); }

        Handler handler;
    };

    std::unique_ptr<Any> call_;
};

// NOLINTBEGIN(readability-identifier-naming): names that Beast asks for

/// A connection with TLS or without, as one type: what is built on it (Beast's WebSocket above all) is
/// compiled once. Meets Beast's AsyncStream; all handlers run on the one thread of the server, or of the client.
class AnyStream {
  public:
    using executor_type = asio::ip::tcp::socket::executor_type;

    explicit AnyStream(asio::ip::tcp::socket socket, asio::ssl::context* tls)
        : both_(std::make_unique<Both>(std::move(socket))) {
        if (tls != nullptr) {
            both_->tls.emplace(both_->socket, *tls);
        }
    }

    executor_type get_executor() { return both_->socket.get_executor(); }

    asio::ip::tcp::socket& socket() { return both_->socket; }

    bool hasTls() const { return both_->tls.has_value(); }

    /// Null means without.
    asio::ssl::stream<asio::ip::tcp::socket&>* tls() { return both_->tls ? &*both_->tls : nullptr; }

    template <class Buffers, class Handler>
    void async_read_some(const Buffers& buffers, Handler&& handler) {
        const asio::mutable_buffer first = firstOf<asio::mutable_buffer>(buffers);
        if (both_->tls) {
            both_->tls->async_read_some(first, IoDone(std::forward<Handler>(handler)));
        } else {
            both_->socket.async_read_some(first, IoDone(std::forward<Handler>(handler)));
        }
    }

    template <class Buffers, class Handler>
    void async_write_some(const Buffers& buffers, Handler&& handler) {
        if (both_->tls) {
            both_->tls->async_write_some(firstOf<asio::const_buffer>(buffers),
                                         IoDone(std::forward<Handler>(handler)));
            return;
        }
        // Head and payload in one packet.
        std::array<asio::const_buffer, 4> some{};
        std::size_t count = 0;
        for (auto at = asio::buffer_sequence_begin(buffers);
             at != asio::buffer_sequence_end(buffers) && count < some.size(); ++at) {
            some[count++] = *at;
        }
        both_->socket.async_write_some(some, IoDone(std::forward<Handler>(handler)));
    }

    /// Handshake of TLS; done at once without it.
    template <class Handler>
    void asyncHandshake(Handler&& handler, asio::ssl::stream_base::handshake_type side =
                                               asio::ssl::stream_base::server) {
        if (both_->tls) {
            both_->tls->async_handshake(side, IoDone(std::forward<Handler>(handler)));
        } else {
            asio::post(get_executor(), [done = IoDone(std::forward<Handler>(handler))]() mutable {
                done(ErrorCode{});
            });
        }
    }

    /// Says that nothing more is sent.
    template <class Handler>
    void asyncShutdown(Handler&& handler) {
        if (both_->tls) {
            both_->tls->async_shutdown(IoDone(std::forward<Handler>(handler)));
            return;
        }
        ErrorCode fault;
        both_->socket.shutdown(asio::ip::tcp::socket::shutdown_send, fault);
        asio::post(
            get_executor(),
            [fault, done = IoDone(std::forward<Handler>(handler))]() mutable { done(fault); });
    }

    void close() {
        ErrorCode ignored;
        both_->socket.close(ignored);
    }

  private:
    struct Both {
        explicit Both(asio::ip::tcp::socket given) : socket(std::move(given)) {}

        asio::ip::tcp::socket socket;
        std::optional<asio::ssl::stream<asio::ip::tcp::socket&>> tls;
    };

    /// The first buffer with bytes in it: some is enough, by the name of the operation.
    template <class Buffer, class Buffers>
    static Buffer firstOf(const Buffers& buffers) {
        for (auto at = asio::buffer_sequence_begin(buffers);
             at != asio::buffer_sequence_end(buffers); ++at) {
            if (const Buffer buffer = *at; buffer.size() > 0) {
                return buffer;
            }
        }
        return {};
    }

    std::unique_ptr<Both> both_;  ///< stays where it is when the stream is moved
};

/// Beast closes a stream by argument-dependent lookup (boost/beast).
inline void beast_close_socket(AnyStream& stream) {
    stream.close();
}

/// Beast tears down a WebSocket by argument-dependent lookup (boost/beast).
inline void teardown(boost::beast::role_type, AnyStream& stream, ErrorCode& fault) {
    fault = {};
    stream.close();
}

/// The same without waiting, by argument-dependent lookup (boost/beast).
template <class Handler>
void async_teardown(boost::beast::role_type, AnyStream& stream, Handler&& handler) {
    // The closing frames have been exchanged: there is nothing to wait for.
    stream.close();
    asio::post(stream.get_executor(),
               [done = std::forward<Handler>(handler)]() mutable { done(ErrorCode{}); });
}

// NOLINTEND(readability-identifier-naming)

}  // namespace headroom::engine
