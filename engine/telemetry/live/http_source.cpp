// SPDX-License-Identifier: Apache-2.0
#include "engine/telemetry/document_source.h"
#include "engine/telemetry/live/protocols.h"

#include <boost/asio/connect.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/ssl.hpp>
#include <openssl/evp.h>
#include <openssl/x509_vfy.h>

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace headroom::engine {

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;

constexpr auto kPatience = std::chrono::seconds(10);  // for connecting, and for each answer
constexpr std::uint64_t kMostBytes = 64ULL << 20U;

std::string base64(const std::string& text) {
    std::vector<unsigned char> out(4 * (text.size() / 3 + 1) + 1);
    const int size = EVP_EncodeBlock(out.data(), reinterpret_cast<const unsigned char*>(text.data()), static_cast<int>(text.size()));
    return {reinterpret_cast<const char*>(out.data()), static_cast<std::size_t>(size)};
}

/// Whom we trust, and who we are.
Result<std::unique_ptr<asio::ssl::context>> trustOf(const LiveAddress& address, const LiveLogin& login) {
    auto trust = std::make_unique<asio::ssl::context>(asio::ssl::context::tls_client);
    const auto refused = [&](const char* what, const std::filesystem::path& file, const beast::error_code& failed) {
        Error error = notReached(address, std::string(what) + ": " + failed.message());
        error.file = file.string();
        error.remedy = "Name a PEM file that can be read; a certificate and the key that belongs to it";
        return tl::unexpected(error);
    };
    beast::error_code failed;
    trust->set_options(asio::ssl::context::default_workarounds | asio::ssl::context::no_sslv2 | asio::ssl::context::no_sslv3 |
                           asio::ssl::context::no_tlsv1 | asio::ssl::context::no_tlsv1_1,
                       failed);
    trust->set_verify_mode(asio::ssl::verify_peer, failed);
    if (login.authorities.empty()) {
        trust->set_default_verify_paths(failed);
    } else if (trust->load_verify_file(login.authorities.string(), failed); failed) {
        return refused("the certificates to trust cannot be used", login.authorities, failed);
    }
    if (!login.certificate.empty()) {
        if (trust->use_certificate_chain_file(login.certificate.string(), failed); failed) {
            return refused("the certificate cannot be used", login.certificate, failed);
        }
        if (trust->use_private_key_file(login.key.string(), asio::ssl::context::pem, failed); failed) {
            return refused("the key cannot be used", login.key, failed);
        }
    }
    return trust;
}

/// One question and its answer, with or without TLS. Everything waits by asynchronous calls, of which each has its time.
class HttpQuestion {
  public:
    HttpQuestion(const LiveAddress& address, const LiveLogin& login, asio::ssl::context* trust)
        : address_(address), resolver_(context_) {
        if (trust != nullptr) {
            secure_.emplace(context_, *trust);
        } else {
            plain_.emplace(context_);
        }
        parser_.body_limit(kMostBytes);
        request_.version(11);
        request_.method(http::verb::get);
        request_.target(address.path.empty() ? "/" : address.path);
        request_.set(http::field::host, address.host + ':' + std::to_string(address.port));
        request_.set(http::field::user_agent, "Headroom");
        request_.set(http::field::accept, "application/openmetrics-text, application/json, text/plain");
        request_.set(http::field::connection, "close");
        if (!login.user.empty()) {
            request_.set(http::field::authorization, "Basic " + base64(login.user + ':' + login.password));
        }
    }

    Result<std::string> ask() {
        resolver_.async_resolve(address_.host, std::to_string(address_.port),
                                [this](const beast::error_code& failed, const auto& found) {
                                    if (!fails(failed)) {
                                        connect(found);
                                    }
                                });
        context_.run_for(4 * kPatience);
        if (!parser_.is_done()) {
            return tl::unexpected(notReached(address_, failed_ ? why() : "it does not answer in time"));
        }
        const auto& answer = parser_.get();
        if (answer.result() != http::status::ok) {
            const bool isLogin = answer.result() == http::status::unauthorized || answer.result() == http::status::forbidden;
            return tl::unexpected(Error{"TEL-062",
                                        address_.host + address_.path + " answers " +
                                            std::to_string(answer.result_int()) + ' ' + std::string(answer.reason()),
                                        isLogin ? "Check user and password_file of the source, and what that user may read"
                                                : "Check the path, and that it may be read",
                                        {}, {}, 0});
        }
        return answer.body();
    }

  private:
    beast::tcp_stream& socket() { return secure_ ? secure_->next_layer() : *plain_; }

    bool fails(const beast::error_code& failed) {
        failed_ = failed;
        return static_cast<bool>(failed);
    }

    /// A certificate that is not trusted, in the words of the check.
    std::string why() {
        if (isOfOther_) {
            return "its certificate is not of " + address_.host;
        }
        if (secure_) {
            if (const long verdict = SSL_get_verify_result(secure_->native_handle()); verdict != X509_V_OK) {
                return std::string("its certificate is not trusted: ") + X509_verify_cert_error_string(verdict);
            }
        }
        return failed_.message();
    }

    template <class Found>
    void connect(const Found& found) {
        socket().expires_after(kPatience);
        socket().async_connect(found, [this](const beast::error_code& failed, const auto&) {
            if (fails(failed)) {
                return;
            }
            if (!secure_) {
                send(*plain_);
                return;
            }
            SSL_set_tlsext_host_name(secure_->native_handle(), address_.host.c_str());
            secure_->set_verify_callback([this, isOf = asio::ssl::host_name_verification(address_.host)](
                                             bool isSigned, asio::ssl::verify_context& chain) {
                const bool fine = isOf(isSigned, chain);
                isOfOther_ = isOfOther_ || (isSigned && !fine);
                return fine;
            });
            socket().expires_after(kPatience);
            secure_->async_handshake(asio::ssl::stream_base::client, [this](const beast::error_code& refused) {
                if (!fails(refused)) {
                    send(*secure_);
                }
            });
        });
    }

    template <class Stream>
    void send(Stream& stream) {
        socket().expires_after(kPatience);
        http::async_write(stream, request_, [this, &stream](const beast::error_code& failed, std::size_t) {
            if (!fails(failed)) {
                http::async_read(stream, buffer_, parser_,
                                 [this](const beast::error_code& ended, std::size_t) { fails(ended); });
            }
        });
    }

    const LiveAddress& address_;
    asio::io_context context_;
    asio::ip::tcp::resolver resolver_;
    std::optional<beast::tcp_stream> plain_;
    std::optional<beast::ssl_stream<beast::tcp_stream>> secure_;
    beast::flat_buffer buffer_;
    http::request<http::empty_body> request_;
    http::response_parser<http::string_body> parser_;
    beast::error_code failed_;
    bool isOfOther_ = false;  ///< a certificate that is trusted, of another host
};

class HttpSource : public TelemetrySource {
  public:
    HttpSource(LiveAddress address, const TelemetryMap& map, const LiveSpec& spec, std::unique_ptr<asio::ssl::context> trust)
        : address_(std::move(address)), map_(map), login_(spec.login), clock_(spec), trust_(std::move(trust)) {}

    std::string name() const override {
        return address_.scheme + "://" + address_.host + ':' + std::to_string(address_.port) + address_.path;
    }

    Error trouble() const override { return trouble_; }

    Result<bool> next(const DeliverySink& sink) override {
        if (!clock_.waitForTurn()) {
            return false;
        }
        auto text = HttpQuestion(address_, login_, trust_.get()).ask();
        if (!text) {
            if (reached_ && text.error().code == "TEL-061") {
                trouble_ = text.error();
                return true;  // it was there: asked again at the next turn
            }
            return tl::unexpected(text.error());
        }
        reached_ = true;
        trouble_ = {};
        auto delivery = readDocument(*text, map_, nowSinceEpochS() + map_.offsetS, name());
        if (!delivery) {
            return tl::unexpected(delivery.error());
        }
        if (auto taken = sink(*delivery); !taken) {
            return tl::unexpected(taken.error());
        }
        return !clock_.isOver();
    }

  private:
    LiveAddress address_;
    const TelemetryMap& map_;
    LiveLogin login_;
    LiveClock clock_;
    std::unique_ptr<asio::ssl::context> trust_;  ///< null: without TLS
    Error trouble_;
    bool reached_ = false;
};

}  // namespace

Result<std::unique_ptr<TelemetrySource>> httpSource(const LiveAddress& address, const TelemetryMap& map,
                                                    const LiveSpec& spec) {
    std::unique_ptr<asio::ssl::context> trust;
    if (address.scheme == "https") {
        auto made = trustOf(address, spec.login);
        if (!made) {
            return tl::unexpected(made.error());
        }
        trust = std::move(*made);
    }
    return std::unique_ptr<TelemetrySource>(new HttpSource(address, map, spec, std::move(trust)));
}

}  // namespace headroom::engine
