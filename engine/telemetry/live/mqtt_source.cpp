// SPDX-License-Identifier: Apache-2.0
#include "engine/base/number.h"
#include "engine/telemetry/json_lines.h"
#include "engine/telemetry/live/protocols.h"

#include <mosquitto.h>

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace headroom::engine {

namespace {

constexpr int kKeepAliveS = 30;
constexpr int kTurnMs = 100;
constexpr double kReconnectS = 1.0;
constexpr double kPatienceS = 10.0;  // for the first connection
constexpr std::size_t kMostPayload = 1U << 20U;

/// A client of a broker. Messages are handed to the sink from within the library's callback. The library sends the
/// acknowledgement of quality of service 1 by itself: where the sink fails, the connection ends at once and the error is
/// told, so that nobody goes on as if all were kept.
class MqttSource : public TelemetrySource {
  public:
    MqttSource(LiveAddress address, const TelemetryMap& map, const LiveSpec& spec)
        : address_(std::move(address)), map_(map), clock_(spec) {
        topic_ = address_.path.size() > 1 ? address_.path.substr(1) : "#";
    }

    ~MqttSource() override {
        if (client_ != nullptr) {
            mosquitto_disconnect(client_);
            mosquitto_destroy(client_);
        }
    }

    MqttSource(const MqttSource&) = delete;
    MqttSource& operator=(const MqttSource&) = delete;

    Result<void> connect() {
        static const int kReady = mosquitto_lib_init();
        client_ = mosquitto_new(nullptr, true, this);
        if (client_ == nullptr || kReady != MOSQ_ERR_SUCCESS) {
            return tl::unexpected(notReached(address_, "the client library does not start"));
        }
        mosquitto_connect_callback_set(client_, &MqttSource::onConnect);
        mosquitto_subscribe_callback_set(client_, &MqttSource::onSubscribe);
        mosquitto_message_callback_set(client_, &MqttSource::onMessage);
        const int failed = mosquitto_connect(client_, address_.host.c_str(), address_.port, kKeepAliveS);
        if (failed != MOSQ_ERR_SUCCESS) {
            return tl::unexpected(notReached(address_, mosquitto_strerror(failed)));
        }
        const double untilS = nowSinceEpochS() + kPatienceS;
        while (!isSubscribed_ && refused_.empty() && nowSinceEpochS() < untilS) {
            mosquitto_loop(client_, kTurnMs, 1);
        }
        return isSubscribed_ ? Result<void>()
                             : tl::unexpected(notReached(address_, refused_.empty() ? "it does not answer in time" : refused_));
    }

    std::string name() const override {
        return "mqtt://" + address_.host + ':' + std::to_string(address_.port) + '/' + topic_;
    }

    Result<bool> next(const DeliverySink& sink) override {
        sink_ = &sink;
        const int failed = mosquitto_loop(client_, kTurnMs, 1);
        sink_ = nullptr;
        if (!error_.code.empty()) {
            return tl::unexpected(error_);
        }
        if (failed != MOSQ_ERR_SUCCESS && nowSinceEpochS() >= triedS_ + kReconnectS) {
            triedS_ = nowSinceEpochS();
            mosquitto_reconnect(client_);
        }
        return !clock_.isOver();
    }

  private:
    static void onConnect(mosquitto* client, void* self, int code) {
        auto& source = *static_cast<MqttSource*>(self);
        if (code != 0) {
            source.refused_ = mosquitto_connack_string(code);
        } else {
            mosquitto_subscribe(client, nullptr, source.topic_.c_str(), 1);
        }
    }

    static void onSubscribe(mosquitto*, void* self, int, int topics, const int* granted) {
        auto& source = *static_cast<MqttSource*>(self);
        source.isSubscribed_ = topics > 0 && granted[0] <= 2;
        if (!source.isSubscribed_) {
            source.refused_ = "the broker refuses the topic " + source.topic_;
        }
    }

    static void onMessage(mosquitto* client, void* self, const mosquitto_message* message) {
        static_cast<MqttSource*>(self)->take(client, *message);
    }

    void take(mosquitto* client, const mosquitto_message& message) {
        const auto size = static_cast<std::size_t>(std::max(0, message.payloadlen));
        const std::string_view payload(static_cast<const char*>(message.payload), message.payload == nullptr ? 0 : size);
        const double arrivedS = nowSinceEpochS() + map_.offsetS;
        ++messages_;
        Delivery delivery;
        const int sensor = map_.sensorOf(message.topic);
        const auto number = size <= kMostPayload ? parseNumber(payload) : std::nullopt;
        if (size > kMostPayload) {
            delivery.unreadable.push_back({sensor, messages_, "a message of more than 1 MiB"});
        } else if (sensor >= 0 && number) {
            delivery.readings.push_back({sensor, arrivedS, *number, messages_});
        } else {
            delivery = readJsonLines(payload, map_, arrivedS, messages_, sensor);
        }
        if (sink_ != nullptr && error_.code.empty()) {
            if (auto taken = (*sink_)(delivery); !taken) {
                error_ = taken.error();
                mosquitto_disconnect(client);
            }
        }
    }

    LiveAddress address_;
    const TelemetryMap& map_;
    LiveClock clock_;
    std::string topic_, refused_;
    mosquitto* client_ = nullptr;
    const DeliverySink* sink_ = nullptr;
    Error error_;
    int messages_ = 0;
    double triedS_ = 0.0;
    bool isSubscribed_ = false;
};

}  // namespace

Result<std::unique_ptr<TelemetrySource>> mqttSource(const LiveAddress& address, const TelemetryMap& map,
                                                    const LiveSpec& spec) {
    auto source = std::make_unique<MqttSource>(address, map, spec);
    if (auto connected = source->connect(); !connected) {
        return tl::unexpected(connected.error());
    }
    return std::unique_ptr<TelemetrySource>(std::move(source));
}

}  // namespace headroom::engine
