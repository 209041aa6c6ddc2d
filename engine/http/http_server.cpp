// SPDX-License-Identifier: Apache-2.0
#include "engine/http/http_server.h"

#include "engine/http/connection.h"

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>

#include <algorithm>
#include <openssl/ssl.h>
#include <thread>

namespace headroom::engine {

namespace {

constexpr std::chrono::milliseconds kAcceptAgain{100};
constexpr std::chrono::seconds kJournalEvery{5};

Error fault(const char* code, std::string message, std::string remedy,
            const std::filesystem::path& file = {}) {
    return {code, std::move(message), std::move(remedy), file.string(), {}, 0};
}

bool hasTls(const HttpServer::Options& options) {
    return !options.certificate.empty() && !options.key.empty();
}

}  // namespace

struct HttpServer::Private {
    Private(HttpService& service, Options options)
        : core(service, std::move(options)),
          work(core.context.get_executor()),
          acceptor(core.context),
          beats(core.context),
          again(core.context) {}

    ServerCore core;
    asio::executor_work_guard<asio::io_context::executor_type> work;
    asio::ip::tcp::acceptor acceptor;
    asio::steady_timer beats, again;
    BindAddress address;
    std::thread thread;

    Result<void> useTls();
    Result<void> listen();
    void accept();
    void take(asio::ip::tcp::socket socket);
    void beat();
    void journalRefusals(std::chrono::steady_clock::duration every);
    void end();
};

Result<void> HttpServer::Private::useTls() {
    const Options& o = core.options;
    core.tls.emplace(asio::ssl::context::tls_server);
    asio::ssl::context& tls = *core.tls;
    SSL_CTX_set_min_proto_version(tls.native_handle(), TLS1_2_VERSION);
    SSL_CTX_set_options(tls.native_handle(), SSL_OP_NO_COMPRESSION | SSL_OP_NO_RENEGOTIATION |
                                                 SSL_OP_CIPHER_SERVER_PREFERENCE);
    ErrorCode failed;
    tls.use_certificate_chain_file(o.certificate.string(), failed);
    if (failed) {
        return tl::unexpected(
            fault("WEB-005", "the certificate cannot be used: " + failed.message(),
                  "name a PEM file with the certificate first, then its chain", o.certificate));
    }
    tls.use_private_key_file(o.key.string(), asio::ssl::context::pem, failed);
    if (failed) {
        return tl::unexpected(fault(
            "WEB-005", "the private key cannot be used: " + failed.message(),
            "name the PEM file, without pass phrase, that belongs to the certificate", o.key));
    }
    return {};
}

Result<void> HttpServer::Private::listen() {
    const BindAddress& wanted = core.options.address;
    ErrorCode failed;
    const asio::ip::tcp::endpoint place(asio::ip::make_address(wanted.host, failed), wanted.port);
    if (!failed) {
        acceptor.open(place.protocol(), failed);
    }
    if (!failed) {
        acceptor.set_option(asio::ip::tcp::acceptor::reuse_address(true), failed);
    }
    if (!failed) {
        acceptor.bind(place, failed);
    }
    if (!failed) {
        acceptor.listen(asio::socket_base::max_listen_connections, failed);
    }
    if (failed) {
        return tl::unexpected(
            fault("WEB-004", wanted.text() + " cannot be listened on: " + failed.message(),
                  "state another address or port with --bind, or end the program that "
                  "listens there"));
    }
    address = wanted;
    address.port = acceptor.local_endpoint(failed).port();
    return {};
}

void HttpServer::Private::accept() {
    acceptor.async_accept([this](ErrorCode failed, asio::ip::tcp::socket socket) {
        if (!acceptor.is_open()) {
            return;
        }
        if (failed) {  // no descriptors left: some will come back
            again.expires_after(kAcceptAgain);
            again.async_wait([this](ErrorCode cancelled) {
                if (!cancelled) {
                    accept();
                }
            });
            return;
        }
        take(std::move(socket));
        accept();
    });
}

void HttpServer::Private::take(asio::ip::tcp::socket socket) {
    const HttpLimits& limits = core.options.limits;
    ErrorCode failed;
    const auto peer = socket.remote_endpoint(failed).address();
    if (failed) {
        return;
    }
    const std::string name = peer.to_string();
    const auto at = core.ofAddress.find(name);
    const std::size_t there = at == core.ofAddress.end() ? 0 : at->second;
    if (static_cast<std::size_t>(core.counts.connections) >= limits.connections ||
        (!peer.is_loopback() && there >= limits.ofOneAddress)) {
        ++core.counts.turnedAway;
        return;  // closed
    }
    ++core.counts.accepted;
    const auto begun =
        std::make_shared<Connection>(core, std::move(socket), std::make_unique<Seat>(core, name));
    core.enter(begun);
    begun->start();
}

void HttpServer::Private::beat() {
    beats.expires_after(kBeat);
    beats.async_wait([this](ErrorCode cancelled) {
        if (cancelled) {
            return;
        }
        core.options.access.refresh();
        journalRefusals(kJournalEvery);
        core.service.beat();
        std::erase_if(core.members, [](const auto& member) { return member.expired(); });
        const auto now = core.members;  // members come and go while messages are sent
        for (const auto& member : now) {
            if (const auto there = member.lock()) {
                there->beat();
            }
        }
        beat();
    });
}

/// One line for all refusals without a token since the last such line, at most one in `every`.
void HttpServer::Private::journalRefusals(std::chrono::steady_clock::duration every) {
    const auto now = std::chrono::steady_clock::now();
    if (core.unnamedRefusals == 0 || now - core.journalledAt < every) {
        return;
    }
    core.options.journal("nobody - " + std::to_string(core.unnamedRefusals) +
                         " requests without a token refused, the last " + core.lastUnnamed);
    core.unnamedRefusals = 0;
    core.journalledAt = now;
}

void HttpServer::Private::end() {
    asio::post(core.context, [this] {
        core.isEnding = true;
        journalRefusals({});
        ErrorCode ignored;
        acceptor.close(ignored);
        again.cancel();
        beats.cancel();
        for (const auto& member : std::vector(core.members)) {
            if (const auto there = member.lock()) {
                there->farewell();
            }
        }
    });
    const auto latest = std::chrono::steady_clock::now() +
                        std::chrono::duration<double>(core.options.limits.farewellS);
    while (core.counts.connections > 0 && std::chrono::steady_clock::now() < latest) {
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    asio::post(core.context, [this] {
        for (const auto& member : std::vector(core.members)) {
            if (const auto there = member.lock()) {
                there->cutOff();
            }
        }
    });
    core.answers.join();
    asio::post(core.context, [this] {  // behind all that was posted before
        work.reset();
        asio::post(core.context, [this] { core.context.stop(); });
    });
    thread.join();
}

HttpServer::HttpServer() = default;

HttpServer::~HttpServer() {
    if (d_ && d_->thread.joinable()) {
        d_->end();
    }
}

Result<void> HttpServer::mayServe(const Options& options) {
    if (options.address.isLoopback ||
        (engine::hasTls(options) && options.access.needsTokenToRead())) {
        return {};
    }
    return tl::unexpected(fault(
        "WEB-006",
        options.address.text() + " can be reached by others: only with tokens and TLS is it served",
        "state --token-file, --tls-cert and --tls-key, or bind to 127.0.0.1 and forward by ssh"));
}

Result<std::unique_ptr<HttpServer>> HttpServer::start(HttpService& service, Options options) {
    std::unique_ptr<HttpServer> server(new HttpServer);
    if (const auto fine = mayServe(options); !fine) {
        return tl::unexpected(fine.error());
    }
    server->d_ = std::make_unique<Private>(service, std::move(options));
    Private& d = *server->d_;
    if (engine::hasTls(d.core.options)) {
        if (const auto fine = d.useTls(); !fine) {
            return tl::unexpected(fine.error());
        }
    }
    if (const auto fine = d.listen(); !fine) {
        return tl::unexpected(fine.error());
    }
    d.accept();
    d.beat();
    d.thread = std::thread([&d] { d.core.context.run(); });
    return server;
}

const BindAddress& HttpServer::address() const {
    return d_->address;
}

bool HttpServer::hasTls() const {
    return d_->core.tls.has_value();
}

HttpServer::Counts HttpServer::counts() const {
    const auto& c = d_->core.counts;
    return {c.connections, c.accepted, c.turnedAway, c.requests,
            c.refused,     c.talks,    c.messages,   c.bytesOut};
}

}  // namespace headroom::engine
