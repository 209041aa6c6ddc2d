// SPDX-License-Identifier: Apache-2.0
#include "engine/http/http_client.h"

#include "engine/http/any_stream.h"

#include <boost/asio/connect.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ssl/host_name_verification.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core/buffers_to_string.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket/stream.hpp>

#include <algorithm>
#include <cctype>
#include <chrono>
#include <openssl/x509_vfy.h>
#include <optional>
#include <utility>

namespace headroom::engine {

namespace {

namespace http = boost::beast::http;
namespace websocket = boost::beast::websocket;

constexpr auto kPatience = std::chrono::seconds(10);  // of each step
constexpr auto kLook = std::chrono::milliseconds(100);
constexpr auto kSilent = std::chrono::seconds(20);  // of a server that answers no ping
constexpr std::size_t kMostMessage = std::size_t{256} << 20U;

std::string lowerCase(std::string_view text) {
    std::string out(text);
    std::transform(out.begin(), out.end(), out.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return out;
}

/// A connection to a server: resolved, connected, hands shaken, each in its time.
class Dialled {
  public:
    Dialled(const HttpPlace& place, asio::ssl::context* tls)
        : place_(place), tls_(tls), resolver_(context_), socket_(context_), deadline_(context_) {}

    virtual ~Dialled() = default;
    Dialled(const Dialled&) = delete;
    Dialled& operator=(const Dialled&) = delete;

  protected:
    /// Connected: on with it.
    virtual void go() = 0;

    void dial() {
        limit();
        resolver_.async_resolve(
            place_.host, std::to_string(place_.port), [this](ErrorCode failed, const auto& found) {
                if (fails(failed)) {
                    return;
                }
                limit();
                asio::async_connect(socket_, found, [this](ErrorCode refused, const auto&) {
                    if (!fails(refused)) {
                        shake();
                    }
                });
            });
    }

    /// The step that begins now has its time.
    void limit() {
        deadline_.expires_after(kPatience);
        deadline_.async_wait([this](ErrorCode cancelled) {
            if (!cancelled) {
                isLate_ = true;
                cut();
            }
        });
    }

    void unlimit() { deadline_.cancel(); }

    void cut() {
        resolver_.cancel();
        ErrorCode ignored;
        stream_ ? stream_->close() : (void)socket_.close(ignored);
    }

    bool fails(ErrorCode failed) {
        if (failed) {
            failed_ = failed;
            deadline_.cancel();
        }
        return static_cast<bool>(failed);
    }

    /// A certificate that is not trusted, in the words of the check.
    Error why() {
        std::string reason = failed_ ? failed_.message() : "the question was given up";
        std::string remedy = "Check that it runs there and that nothing between keeps it away";
        if (isLate_) {
            reason = "it does not answer in time";
        } else if (isOfOther_) {
            reason = "its certificate is not of " + place_.host;
            remedy = "Use the name that the certificate is made out to";
        } else if (verdict_ != X509_V_OK) {
            reason = std::string("its certificate is not trusted: ") +
                     X509_verify_cert_error_string(verdict_);
            remedy = "Name the file with the certificate of whom signed it";
        }
        return {"WEB-042", place_.text() + ": " + reason, remedy, {}, {}, 0};
    }

    const HttpPlace& place_;
    asio::ssl::context* tls_;
    asio::io_context context_{1};
    asio::ip::tcp::resolver resolver_;
    asio::ip::tcp::socket socket_;
    asio::steady_timer deadline_;
    std::optional<AnyStream> stream_;
    ErrorCode failed_;
    bool isLate_ = false, isOfOther_ = false;
    long verdict_ = X509_V_OK;

  private:
    void shake() {
        stream_.emplace(std::move(socket_), tls_);
        if (auto* tls = stream_->tls()) {
            ErrorCode ignored;
            if (asio::ip::make_address(place_.host, ignored);
                ignored) {  // numbers are not names of servers
                SSL_set_tlsext_host_name(tls->native_handle(), place_.host.c_str());
            }
            tls->set_verify_callback(
                [this, isOf = asio::ssl::host_name_verification(place_.host)](
                    bool isSigned, asio::ssl::verify_context& chain) {
                    const bool fine = isOf(isSigned, chain);
                    isOfOther_ = isOfOther_ || (isSigned && !fine);
                    return fine;
                },
                ignored);
        }
        limit();
        stream_->asyncHandshake(
            [this](ErrorCode refused, std::size_t) {
                if (refused && stream_->tls() != nullptr) {
                    verdict_ = SSL_get_verify_result(stream_->tls()->native_handle());
                }
                if (!fails(refused)) {
                    go();
                }
            },
            asio::ssl::stream_base::client);
    }
};

template <class Message>
HttpFields fieldsOf(const Message& message) {
    HttpFields fields;
    for (const auto& field : message) {
        const auto name = field.name_string(), value = field.value();
        fields.emplace_back(lowerCase({name.data(), name.size()}),
                            std::string(value.data(), value.size()));
    }
    return fields;
}

/// One question and its answer.
class Exchange : public Dialled {
  public:
    Exchange(const HttpPlace& place, asio::ssl::context* tls, const HttpQuestion& question)
        : Dialled(place, tls) {
        parser_.body_limit(question.mostBytes);
        request_.version(11);
        request_.method_string(question.method);
        request_.target(question.target);
        request_.set(http::field::host, place.authority());
        request_.set(http::field::user_agent, "Headroom");
        request_.set(http::field::connection, "close");
        for (const auto& [name, value] : question.fields) {
            request_.set(name, value);
        }
        request_.body() = question.body;
        if (!question.body.empty() || question.method != "GET") {
            request_.prepare_payload();
        }
    }

    Result<HttpAnswer> ask(const std::atomic<bool>* stop) {
        dial();
        for (bool isStopped = false; !context_.stopped();) {
            context_.run_for(kLook);
            if (stop != nullptr && *stop && !isStopped) {
                isStopped = true;
                unlimit();
                cut();
            }
        }
        if (!parser_.is_done()) {
            return tl::unexpected(why());
        }
        return HttpAnswer{static_cast<int>(parser_.get().result_int()), fieldsOf(parser_.get()),
                          std::move(parser_.get().body())};
    }

  private:
    void go() override {
        limit();
        http::async_write(*stream_, request_, [this](ErrorCode failed, std::size_t) {
            if (!fails(failed)) {
                http::async_read(*stream_, buffer_, parser_, [this](ErrorCode ended, std::size_t) {
                    fails(ended);
                    unlimit();
                    stream_->close();
                });
            }
        });
    }

    boost::beast::flat_buffer buffer_;
    http::request<http::string_body> request_;
    http::response_parser<http::string_body> parser_;
};

/// Texts of a server as they come.
class Listening : public Dialled {
  public:
    Listening(const HttpPlace& place, asio::ssl::context* tls, const HttpQuestion& question,
              const std::function<void()>& opened, const std::function<void(std::string)>& hear)
        : Dialled(place, tls), question_(question), opened_(opened), hear_(hear) {}

    Result<HttpAnswer> listen(const std::atomic<bool>& stop) {
        dial();
        bool isStopping = false;
        while (!isOver_) {
            context_.run_for(kLook);
            if (context_.stopped()) {
                break;
            }
            if (stop && !isStopping) {
                isStopping = true;
                end();
            }
        }
        if (isStopping) {
            return HttpAnswer{101, {}, {}};
        }
        if (isRefused_) {
            return HttpAnswer{static_cast<int>(refusal_.result_int()), fieldsOf(refusal_),
                              std::string(refusal_.body())};
        }
        if (isOpen_ && failed_ == websocket::error::closed) {
            return HttpAnswer{
                101,
                {},
                std::string(socketOf().reason().reason.data(), socketOf().reason().reason.size())};
        }
        return tl::unexpected(why());
    }

  private:
    using Socket = websocket::stream<AnyStream>;

    Socket& socketOf() { return *talk_; }

    void go() override {
        unlimit();
        talk_.emplace(std::move(*stream_));
        stream_.reset();
        websocket::stream_base::timeout timeouts{};
        timeouts.handshake_timeout = kPatience;
        timeouts.idle_timeout = kSilent;
        timeouts.keep_alive_pings = true;
        talk_->set_option(timeouts);
        talk_->set_option(
            websocket::stream_base::decorator([this](websocket::request_type& request) {
                request.set(http::field::user_agent, "Headroom");
                for (const auto& [name, value] : question_.fields) {
                    request.set(name, value);
                }
            }));
        talk_->read_message_max(kMostMessage);
        talk_->async_handshake(refusal_, place_.authority(), question_.target,
                               [this](ErrorCode refused) {
                                   if (fails(refused)) {
                                       isRefused_ = refused == websocket::error::upgrade_declined;
                                       over();
                                       return;
                                   }
                                   isOpen_ = true;
                                   opened_();
                                   read();
                               });
    }

    void read() {
        talk_->async_read(buffer_, [this](ErrorCode ended, std::size_t) {
            if (fails(ended)) {
                over();
                return;
            }
            hear_(boost::beast::buffers_to_string(buffer_.data()));
            buffer_.consume(buffer_.size());
            if (!isOver_) {
                read();
            }
        });
    }

    /// Says goodbye where it can; a server that does not answer is left after a while.
    void end() {
        if (isOpen_) {
            talk_->async_close(websocket::close_code::going_away, [this](ErrorCode) { over(); });
            return;
        }
        over();
    }

    void over() {
        isOver_ = true;
        unlimit();
        talk_ ? talk_->next_layer().close() : cut();
    }

    const HttpQuestion& question_;
    const std::function<void()>& opened_;
    const std::function<void(std::string)>& hear_;
    std::optional<Socket> talk_;
    boost::beast::flat_buffer buffer_;
    websocket::response_type refusal_;
    bool isOpen_ = false, isOver_ = false, isRefused_ = false;
};

Error noPlace(std::string_view text) {
    return {"WEB-040",
            '"' + std::string(text) + "\" is not an address of a server",
            "Write it as https://HOST:PORT, or http://127.0.0.1:8421 for one on this machine",
            {},
            {},
            0};
}

}  // namespace

struct HttpClient::Tls {
    asio::ssl::context context{asio::ssl::context::tls_client};
};

std::string HttpPlace::authority() const {
    const bool isSix = host.find(':') != std::string::npos;
    return (isSix ? '[' + host + ']' : host) + ':' + std::to_string(port);
}

std::string HttpPlace::text() const {
    return (hasTls ? "https://" : "http://") + authority();
}

Result<HttpPlace> httpPlaceOf(std::string_view text, std::uint16_t usualPort) {
    HttpPlace place;
    place.port = usualPort;
    std::string_view rest = text;
    if (const auto scheme = rest.find("://"); scheme != std::string_view::npos) {
        const std::string word = lowerCase(rest.substr(0, scheme));
        if (word != "http" && word != "https") {
            return tl::unexpected(noPlace(text));
        }
        place.hasTls = word == "https";
        rest.remove_prefix(scheme + 3);
    }
    if (rest.ends_with('/')) {
        rest.remove_suffix(1);
    }
    std::string_view port;
    if (rest.starts_with('[')) {
        const auto close = rest.find(']');
        if (close == std::string_view::npos ||
            (close + 1 < rest.size() && rest[close + 1] != ':')) {
            return tl::unexpected(noPlace(text));
        }
        place.host = rest.substr(1, close - 1);
        port = rest.substr(std::min(close + 2, rest.size()));
        if (close + 2 == rest.size()) {
            return tl::unexpected(noPlace(text));
        }
    } else {
        const auto colon = rest.find(':');
        place.host = rest.substr(0, colon);
        if (colon != std::string_view::npos) {
            port = rest.substr(colon + 1);
            if (port.empty()) {
                return tl::unexpected(noPlace(text));
            }
        }
    }
    const auto isOfName = [](unsigned char c) {
        return std::isalnum(c) != 0 || c == '.' || c == '-' || c == '_' || c == ':' || c == '%';
    };
    if (place.host.empty() || place.host.size() > 253 ||
        !std::all_of(place.host.begin(), place.host.end(), isOfName)) {
        return tl::unexpected(noPlace(text));
    }
    if (!port.empty()) {
        constexpr unsigned kMostPort = 65535;
        unsigned number = 0;
        for (const char c : port) {
            if (c < '0' || c > '9' || number > kMostPort) {
                return tl::unexpected(noPlace(text));
            }
            number = number * 10 + static_cast<unsigned>(c - '0');
        }
        if (number == 0 || number > kMostPort) {
            return tl::unexpected(noPlace(text));
        }
        place.port = static_cast<std::uint16_t>(number);
    }
    return place;
}

std::string_view HttpAnswer::field(std::string_view name) const {
    const auto at = std::find_if(fields.begin(), fields.end(),
                                 [&](const auto& field) { return field.first == name; });
    return at == fields.end() ? std::string_view() : std::string_view(at->second);
}

HttpClient::HttpClient(HttpPlace place) : place_(std::move(place)) {}

HttpClient::~HttpClient() = default;

Result<std::unique_ptr<HttpClient>> HttpClient::make(HttpPlace place, const HttpTrust& trust) {
    std::unique_ptr<HttpClient> client(new HttpClient(std::move(place)));
    if (!client->place_.hasTls) {
        return client;
    }
    client->tls_ = std::make_unique<Tls>();
    asio::ssl::context& tls = client->tls_->context;
    const auto refused = [](const char* what, const std::filesystem::path& file, ErrorCode failed) {
        return tl::unexpected(
            Error{"WEB-041",
                  std::string(what) + ": " + failed.message(),
                  "Name a PEM file that can be read; a certificate and the key that belongs to it",
                  file.string(),
                  {},
                  0});
    };
    SSL_CTX_set_min_proto_version(tls.native_handle(), TLS1_2_VERSION);
    ErrorCode failed;
    tls.set_verify_mode(asio::ssl::verify_peer, failed);
    if (trust.authorities.empty()) {
        tls.set_default_verify_paths(failed);
    } else if (tls.load_verify_file(trust.authorities.string(), failed); failed) {
        return refused("the certificates to trust cannot be used", trust.authorities, failed);
    }
    if (!trust.certificate.empty()) {
        if (tls.use_certificate_chain_file(trust.certificate.string(), failed); failed) {
            return refused("the certificate cannot be used", trust.certificate, failed);
        }
        if (tls.use_private_key_file(trust.key.string(), asio::ssl::context::pem, failed); failed) {
            return refused("the key cannot be used", trust.key, failed);
        }
    }
    return client;
}

Result<HttpAnswer> HttpClient::ask(const HttpQuestion& question,
                                   const std::atomic<bool>* stop) const {
    return Exchange(place_, tls_ ? &tls_->context : nullptr, question).ask(stop);
}

Result<HttpAnswer> HttpClient::listen(const HttpQuestion& question,
                                      const std::function<void()>& opened,
                                      const std::function<void(std::string)>& hear,
                                      const std::atomic<bool>& stop) const {
    return Listening(place_, tls_ ? &tls_->context : nullptr, question, opened, hear).listen(stop);
}

}  // namespace headroom::engine
