// SPDX-License-Identifier: Apache-2.0
#include "engine/http/http_client.h"
#include "engine/telemetry/document_source.h"
#include "engine/telemetry/live/protocols.h"

#include <memory>
#include <openssl/evp.h>
#include <string>
#include <utility>
#include <vector>

namespace headroom::engine {

namespace {

constexpr int kFine = 200, kUnauthorized = 401, kForbidden = 403;

std::string base64(const std::string& text) {
    std::vector<unsigned char> out(4 * (text.size() / 3 + 1) + 1);
    const int size =
        EVP_EncodeBlock(out.data(), reinterpret_cast<const unsigned char*>(text.data()),
                        static_cast<int>(text.size()));
    return {reinterpret_cast<const char*>(out.data()), static_cast<std::size_t>(size)};
}

/// As a source tells it.
Error ofSource(Error error) {
    error.code = "TEL-061";
    return error;
}

class HttpSource : public TelemetrySource {
  public:
    HttpSource(LiveAddress address, const TelemetryMap& map, const LiveSpec& spec,
               std::unique_ptr<HttpClient> client)
        : address_(std::move(address)),
          map_(map),
          clock_(spec),
          cancel_(spec.cancel),
          client_(std::move(client)) {
        question_.target = address_.path.empty() ? "/" : address_.path;
        question_.fields.emplace_back("Accept",
                                      "application/openmetrics-text, application/json, text/plain");
        if (!spec.login.user.empty()) {
            question_.fields.emplace_back(
                "Authorization", "Basic " + base64(spec.login.user + ':' + spec.login.password));
        }
    }

    std::string name() const override {
        return address_.scheme + "://" + address_.host + ':' + std::to_string(address_.port) +
               address_.path;
    }

    Error trouble() const override { return trouble_; }

    Result<bool> next(const DeliverySink& sink) override {
        if (!clock_.waitForTurn()) {
            return false;
        }
        auto text = ask();
        if (!text) {
            if (reached_ && text.error().code == "TEL-061") {
                trouble_ = text.error();
                return true;  // it was there: asked again at the next turn
            }
            return tl::unexpected(text.error());
        }
        reached_ = true;
        trouble_ = {};
        auto delivery = readDocument(*text, map_, map_.siteS(nowSinceEpochS()), name());
        if (!delivery) {
            return tl::unexpected(delivery.error());
        }
        if (auto taken = sink(*delivery); !taken) {
            return tl::unexpected(taken.error());
        }
        return !clock_.isOver();
    }

  private:
    Result<std::string> ask() const {
        auto answer = client_->ask(question_, cancel_);
        if (!answer) {
            return tl::unexpected(ofSource(answer.error()));
        }
        if (answer->status != kFine) {
            const bool isLogin = answer->status == kUnauthorized || answer->status == kForbidden;
            return tl::unexpected(Error{
                "TEL-062",
                address_.host + address_.path + " answers " + std::to_string(answer->status) + ' ' +
                    std::string(reasonOf(answer->status)),
                isLogin ? "Check user and password_file of the source, and what that user may read"
                        : "Check the path, and that it may be read",
                {},
                {},
                0});
        }
        return std::move(answer->body);
    }

    LiveAddress address_;
    const TelemetryMap& map_;
    LiveClock clock_;
    const std::atomic<bool>* cancel_;
    std::unique_ptr<HttpClient> client_;
    HttpQuestion question_;
    Error trouble_;
    bool reached_ = false;
};

}  // namespace

Result<std::unique_ptr<TelemetrySource>> httpSource(const LiveAddress& address,
                                                    const TelemetryMap& map, const LiveSpec& spec) {
    const HttpPlace place{address.scheme == "https", address.host,
                          static_cast<std::uint16_t>(address.port)};
    auto client =
        HttpClient::make(place, {spec.login.authorities, spec.login.certificate, spec.login.key});
    if (!client) {
        return tl::unexpected(ofSource(client.error()));
    }
    return std::unique_ptr<TelemetrySource>(new HttpSource(address, map, spec, std::move(*client)));
}

}  // namespace headroom::engine
