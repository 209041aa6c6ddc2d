// SPDX-License-Identifier: Apache-2.0
#include "engine/base/number.h"
#include "engine/telemetry/json_lines.h"
#include "engine/telemetry/live/packet_gate.h"
#include "engine/telemetry/live/protocols.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <memory>
#include <mosquitto.h>
#include <openssl/x509.h>
#include <poll.h>
#include <string>
#include <string_view>
#include <sys/socket.h>
#include <utility>

namespace headroom::engine {

namespace {

constexpr int kKeepAliveS = 30;
constexpr int kTurnMs = 100;
constexpr int kLeaveMs = 500;  // for a broker that says nothing
constexpr double kReconnectS = 1.0;
constexpr double kPatienceS = 10.0;  // for the first connection
constexpr std::size_t kMostPayload = 1U << 20U;
constexpr std::size_t kMostHead = (1U << 16U) + 16;  // of a packet: topic, numbers
/// Messages and time that one commit gathers: what has come already is stored together.
constexpr int kMostTogether = 2000;
constexpr double kGatherS = 0.1;

/// A client of a broker. Nothing is acknowledged before it is on disk: mosquitto_threaded_set informs the library that another
/// thread of the program writes, so it queues the acknowledgement (PUBACK) of a message in place of sending it, and what is
/// queued goes out by mosquitto_loop_write() alone, which is called when the sink has kept all that came. Where the sink fails
/// the connection is dropped with the acknowledgements unsent: a broker that knows the client by its name sends the messages
/// again.
class MqttSource : public TelemetrySource {
  public:
    MqttSource(LiveAddress address, const TelemetryMap& map, const LiveSpec& spec)
        : address_(std::move(address)), map_(map), login_(spec.login), clock_(spec) {
        topic_ = address_.path.size() > 1 ? address_.path.substr(1) : "#";
    }

    ~MqttSource() override {
        if (client_ != nullptr) {
            if (error_.code.empty()) {
                takeLeave();
            }
            mosquitto_destroy(client_);
        }
    }

    MqttSource(const MqttSource&) = delete;
    MqttSource& operator=(const MqttSource&) = delete;

    Result<void> connect() {
        static const int kReady = mosquitto_lib_init();
        const bool isKnown = !login_.client.empty();
        client_ = mosquitto_new(isKnown ? login_.client.c_str() : nullptr, !isKnown, this);
        if (client_ == nullptr || kReady != MOSQ_ERR_SUCCESS) {
            return tl::unexpected(notReached(address_, "the client library does not start"));
        }
        mosquitto_threaded_set(client_, true);
        mosquitto_connect_callback_set(client_, &MqttSource::onConnect);
        mosquitto_subscribe_callback_set(client_, &MqttSource::onSubscribe);
        mosquitto_message_callback_set(client_, &MqttSource::onMessage);
        mosquitto_log_callback_set(client_, &MqttSource::onLog);
        if (auto known = identify(); !known) {
            return known;
        }
        const int failed =
            mosquitto_connect(client_, address_.host.c_str(), address_.port, kKeepAliveS);
        if (failed != MOSQ_ERR_SUCCESS) {
            return tl::unexpected(notReached(address_, why(failed)));
        }
        // Until the broker knows us and our topic, and no further: what it sends before goes to the sink first.
        const double untilS = nowSinceEpochS() + kPatienceS;
        int ended = mosquitto_loop_write(client_, 1);
        while (!isSubscribed_ && taken_ == 0 && refused_.empty() && ended == MOSQ_ERR_SUCCESS &&
               nowSinceEpochS() < untilS && !clock_.isOver()) {
            ended = hasMore(kTurnMs) ? read() : static_cast<int>(MOSQ_ERR_SUCCESS);
            if (ended == MOSQ_ERR_SUCCESS && taken_ == 0) {
                ended = mosquitto_loop_write(client_, 1);
            }
        }
        if (isConnected_ && refused_.empty()) {
            return {};
        }
        return tl::unexpected(notReached(address_, !refused_.empty() ? refused_
                                                   : ended != MOSQ_ERR_SUCCESS
                                                       ? why(ended)
                                                       : "it does not answer in time"));
    }

    std::string name() const override {
        return address_.scheme + "://" + address_.host + ':' + std::to_string(address_.port) + '/' +
               topic_;
    }

    Error trouble() const override { return trouble_; }

    Result<bool> next(const DeliverySink& sink) override {
        const int failed = turn(sink);
        if (error_.code.empty() && isConnected_ && !refused_.empty()) {
            error_ = notReached(address_, refused_);
        }
        if (!error_.code.empty()) {
            return tl::unexpected(error_);
        }
        if (failed != MOSQ_ERR_SUCCESS && nowSinceEpochS() >= triedS_ + kReconnectS) {
            triedS_ = nowSinceEpochS();
            trouble_ = notReached(address_, refused_.empty() ? why(failed) : refused_);
            refused_.clear();
            isConnected_ = isSubscribed_ = isLeft_ = false;
            gate_.reset();
            if (mosquitto_reconnect(client_) == MOSQ_ERR_SUCCESS) {
                mosquitto_loop_write(client_, 1);
            }
        } else if (isSubscribed_) {
            trouble_ = {};
        }
        return !clock_.isOver();
    }

  private:
    /// Who we are, and whom we trust.
    Result<void> identify() {
        if (!login_.user.empty()) {
            mosquitto_username_pw_set(client_, login_.user.c_str(),
                                      login_.password.empty() ? nullptr : login_.password.c_str());
        }
        if (address_.scheme != "mqtts") {
            return {};
        }
        const auto orNone = [](const std::filesystem::path& path) {
            return path.empty() ? nullptr : path.c_str();
        };
        const int failed =
            mosquitto_tls_set(client_, orNone(login_.authorities),
                              login_.authorities.empty() ? X509_get_default_cert_dir() : nullptr,
                              orNone(login_.certificate), orNone(login_.key), nullptr);
        return failed == MOSQ_ERR_SUCCESS
                   ? Result<void>()
                   : tl::unexpected(notReached(
                         address_, "the certificates or the key cannot be used: " + why(failed)));
    }

    std::string why(int failed) const {
        const std::string words = failed == MOSQ_ERR_NO_CONN ? std::string("there is no connection")
                                                             : mosquitto_strerror(failed);
        return lastLog_.empty() ? words : words + " (" + lastLog_ + ')';
    }

    /// Whether something has come, after waiting for it or for room to write.
    bool hasMore(int waitMs) {
        const int handle = mosquitto_socket(client_);
        if (handle < 0) {
            ::poll(nullptr, 0, waitMs);
            return false;
        }
        pollfd ready{handle,
                     static_cast<short>(
                         POLLIN | (taken_ == 0 && mosquitto_want_write(client_) ? POLLOUT : 0)),
                     0};
        return ::poll(&ready, 1, waitMs) > 0 && (ready.revents & (POLLIN | POLLHUP | POLLERR)) != 0;
    }

    /// Lets the library read a packet if its announced length is allowed. Over TLS only whole packets are checked; there the
    /// certificate of the broker was verified.
    int read() {
        if (isLeft_) {
            return MOSQ_ERR_NO_CONN;
        }
        const auto verdict = address_.scheme == "mqtts" ? PacketGate::Verdict::Pass
                                                        : gate_.look(mosquitto_socket(client_));
        if (verdict == PacketGate::Verdict::Pass) {
            return mosquitto_loop_read(client_, 1);
        }
        if (verdict == PacketGate::Verdict::Wait) {
            ::poll(nullptr, 0, 1);
            return MOSQ_ERR_SUCCESS;
        }
        isLeft_ = true;
        ::shutdown(mosquitto_socket(client_), SHUT_RDWR);
        lastLog_ = fmt::format("the broker sends a message of {} bytes, more than 1 MiB",
                               gate_.announcedBytes());
        gathered_.unreadable.push_back(
            {-1, ++messages_, lastLog_ + "; the connection was closed before it was read"});
        return MOSQ_ERR_NO_CONN;
    }

    /// Ends our half of the connection and reads on until the broker has read it and ends its own: a socket that is closed
    /// over bytes not read resets the connection, and the last acknowledgements with it. Readings that were only read are
    /// not acknowledged.
    void takeLeave() {
        mosquitto_loop_write(client_, 1);
        const int handle = mosquitto_socket(client_);
        if (handle < 0 || ::shutdown(handle, SHUT_WR) != 0) {
            return;
        }
        std::array<char, 4096> rest;
        pollfd ready{handle, POLLIN, 0};
        while (::poll(&ready, 1, kLeaveMs) > 0 && ::recv(handle, rest.data(), rest.size(), 0) > 0) {
        }
    }

    /// Waits a little for messages, hands all that came to the sink, and only then lets acknowledgements go.
    int turn(const DeliverySink& sink) {
        int failed = mosquitto_socket(client_) < 0 ? static_cast<int>(MOSQ_ERR_NO_CONN)
                                                   : static_cast<int>(MOSQ_ERR_SUCCESS);
        taken_ = 0;
        const double untilS = nowSinceEpochS() + kGatherS;
        for (int waitMs = kTurnMs;
             taken_ < kMostTogether && nowSinceEpochS() <= untilS && hasMore(waitMs); waitMs = 0) {
            failed = read();
            if (failed != MOSQ_ERR_SUCCESS) {
                break;
            }
        }
        if (!keep(sink) || failed != MOSQ_ERR_SUCCESS) {
            return failed != MOSQ_ERR_SUCCESS ? failed : static_cast<int>(MOSQ_ERR_UNKNOWN);
        }
        failed = mosquitto_loop_misc(client_);
        return failed == MOSQ_ERR_SUCCESS ? mosquitto_loop_write(client_, 1) : failed;
    }

    bool keep(const DeliverySink& sink) {
        const Delivery delivery = std::exchange(gathered_, {});
        if (delivery.readings.empty() && delivery.unreadable.empty() && delivery.unknown.empty()) {
            return true;
        }
        if (auto kept = sink(delivery); !kept) {
            error_ = kept.error();
            return false;
        }
        return true;
    }

    static void onConnect(mosquitto* client, void* self, int code) {
        auto& source = *static_cast<MqttSource*>(self);
        source.isConnected_ = code == 0;
        if (code != 0) {
            source.refused_ = mosquitto_connack_string(code);
        } else {
            source.lastLog_.clear();
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

    static void onLog(mosquitto*, void* self, int level, const char* words) {
        if (level == MOSQ_LOG_ERR || level == MOSQ_LOG_WARNING) {
            static_cast<MqttSource*>(self)->lastLog_ = words;
        }
    }

    static void onMessage(mosquitto*, void* self, const mosquitto_message* message) {
        static_cast<MqttSource*>(self)->gather(*message);
    }

    void gather(const mosquitto_message& message) {
        const auto size = static_cast<std::size_t>(std::max(0, message.payloadlen));
        const std::string_view payload(static_cast<const char*>(message.payload),
                                       message.payload == nullptr ? 0 : size);
        const double arrivedS = map_.siteS(nowSinceEpochS());
        ++messages_;
        ++taken_;
        const int sensor = map_.sensorOf(message.topic);
        const auto number = size <= kMostPayload ? parseNumber(payload) : std::nullopt;
        if (size > kMostPayload) {
            gathered_.unreadable.push_back({sensor, messages_, "a message of more than 1 MiB"});
        } else if (sensor >= 0 && number) {
            gathered_.readings.push_back({sensor, arrivedS, *number, messages_});
        } else {
            Delivery one = readJsonLines(payload, map_, arrivedS, messages_, sensor);
            std::move(one.readings.begin(), one.readings.end(),
                      std::back_inserter(gathered_.readings));
            std::move(one.unreadable.begin(), one.unreadable.end(),
                      std::back_inserter(gathered_.unreadable));
            std::move(one.unknown.begin(), one.unknown.end(),
                      std::back_inserter(gathered_.unknown));
        }
    }

    LiveAddress address_;
    const TelemetryMap& map_;
    LiveLogin login_;
    LiveClock clock_;
    std::string topic_, refused_, lastLog_;
    mosquitto* client_ = nullptr;
    PacketGate gate_{kMostPayload + kMostHead};
    bool isLeft_ = false;  ///< the gate has closed the connection
    Delivery gathered_;    ///< not kept yet, and not acknowledged
    Error error_, trouble_;
    int messages_ = 0, taken_ = 0;
    double triedS_ = 0.0;
    bool isConnected_ = false, isSubscribed_ = false;
};

}  // namespace

Result<std::unique_ptr<TelemetrySource>> mqttSource(const LiveAddress& address,
                                                    const TelemetryMap& map, const LiveSpec& spec) {
    auto source = std::make_unique<MqttSource>(address, map, spec);
    if (auto connected = source->connect(); !connected) {
        return tl::unexpected(connected.error());
    }
    return std::unique_ptr<TelemetrySource>(std::move(source));
}

}  // namespace headroom::engine
