// SPDX-License-Identifier: Apache-2.0
#include "engine/telemetry/document_source.h"
#include "engine/telemetry/live/protocols.h"

#include <boost/asio/connect.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>

#include <chrono>
#include <optional>
#include <string>
#include <utility>

namespace headroom::engine {

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;

constexpr auto kPatience = std::chrono::seconds(10);  // for connecting, and for each answer
constexpr std::uint64_t kMostBytes = 64ULL << 20U;

/// One question and its answer. Everything waits by asynchronous calls, of which each has its time.
class HttpQuestion {
  public:
    explicit HttpQuestion(const LiveAddress& address) : address_(address), resolver_(context_), stream_(context_) {
        parser_.body_limit(kMostBytes);
        request_.version(11);
        request_.method(http::verb::get);
        request_.target(address.path.empty() ? "/" : address.path);
        request_.set(http::field::host, address.host + ':' + std::to_string(address.port));
        request_.set(http::field::user_agent, "Headroom");
        request_.set(http::field::accept, "application/openmetrics-text, application/json, text/plain");
        request_.set(http::field::connection, "close");
    }

    Result<std::string> ask() {
        resolver_.async_resolve(address_.host, std::to_string(address_.port),
                                [this](const beast::error_code& failed, const auto& found) {
                                    if (!fails(failed)) {
                                        stream_.expires_after(kPatience);
                                        connect(found);
                                    }
                                });
        context_.run_for(3 * kPatience);
        if (failed_ || !parser_.is_done()) {
            return tl::unexpected(notReached(address_, failed_ ? failed_.message() : "it does not answer in time"));
        }
        const auto& answer = parser_.get();
        if (answer.result() != http::status::ok) {
            return tl::unexpected(Error{"TEL-062",
                                        address_.host + address_.path + " answers " +
                                            std::to_string(answer.result_int()) + ' ' + std::string(answer.reason()),
                                        "Check the path, and that it may be read", {}, {}, 0});
        }
        return answer.body();
    }

  private:
    bool fails(const beast::error_code& failed) {
        failed_ = failed;
        return static_cast<bool>(failed);
    }

    template <class Found>
    void connect(const Found& found) {
        stream_.async_connect(found, [this](const beast::error_code& failed, const auto&) {
            if (!fails(failed)) {
                send();
            }
        });
    }

    void send() {
        stream_.expires_after(kPatience);
        http::async_write(stream_, request_, [this](const beast::error_code& failed, std::size_t) {
            if (!fails(failed)) {
                http::async_read(stream_, buffer_, parser_,
                                 [this](const beast::error_code& ended, std::size_t) { fails(ended); });
            }
        });
    }

    const LiveAddress& address_;
    asio::io_context context_;
    asio::ip::tcp::resolver resolver_;
    beast::tcp_stream stream_;
    beast::flat_buffer buffer_;
    http::request<http::empty_body> request_;
    http::response_parser<http::string_body> parser_;
    beast::error_code failed_;
};

class HttpSource : public TelemetrySource {
  public:
    HttpSource(LiveAddress address, const TelemetryMap& map, const LiveSpec& spec)
        : address_(std::move(address)), map_(map), clock_(spec) {}

    std::string name() const override {
        return "http://" + address_.host + ':' + std::to_string(address_.port) + address_.path;
    }

    Result<bool> next(const DeliverySink& sink) override {
        if (!clock_.waitForTurn()) {
            return false;
        }
        auto text = HttpQuestion(address_).ask();
        if (!text) {
            if (reached_ && text.error().code == "TEL-061") {
                return true;  // it was there: asked again at the next turn
            }
            return tl::unexpected(text.error());
        }
        reached_ = true;
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
    LiveClock clock_;
    bool reached_ = false;
};

}  // namespace

Result<std::unique_ptr<TelemetrySource>> httpSource(const LiveAddress& address, const TelemetryMap& map,
                                                    const LiveSpec& spec) {
    return std::unique_ptr<TelemetrySource>(new HttpSource(address, map, spec));
}

}  // namespace headroom::engine
