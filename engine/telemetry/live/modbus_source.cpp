// SPDX-License-Identifier: Apache-2.0
#include "engine/base/number.h"
#include "engine/document/json_text.h"
#include "engine/telemetry/live/modbus_place.h"
#include "engine/telemetry/live/protocols.h"

#include <array>
#include <cerrno>
#include <cmath>
#include <memory>
#include <modbus.h>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace headroom::engine {

namespace {

constexpr int kAnswerS = 2;  // patience with one register
constexpr double kLastUnit = 247.0;

struct ContextCloser {
    void operator()(modbus_t* context) const {
        modbus_close(context);
        modbus_free(context);
    }
};

/// Reads the registers of all sensors of the map, one after the other, each turn. A register that the controller refuses
/// is reported as unreadable. A lost connection is reopened at the next turn.
class ModbusSource : public TelemetrySource {
  public:
    ModbusSource(LiveAddress address, const TelemetryMap& map, const LiveSpec& spec)
        : address_(std::move(address)), map_(map), clock_(spec) {}

    Result<void> begin() {
        const auto refused = [&](const std::string& message) {
            return tl::unexpected(
                Error{"TEL-060",
                      message,
                      "Write columns as holding/100/f32 or input/12/s16*0.1, and the unit of the "
                      "controller behind the port: modbus://host:502/1",
                      map_.file.string(),
                      {},
                      0});
        };
        if (address_.path.size() > 1) {
            const auto unit = parseNumber(address_.path.substr(1));
            if (!unit || !(*unit >= 0.0 && *unit <= kLastUnit) || std::floor(*unit) != *unit) {
                return refused("the unit of a controller is from 0 to 247, not " +
                               inQuotes(address_.path.substr(1)));
            }
            unit_ = static_cast<int>(*unit);
        }
        for (const SensorSpec& sensor : map_.sensors) {
            auto place = modbusPlace(sensor.column);
            if (!place) {
                return refused(inQuotes(sensor.column) + ": " + place.error());
            }
            places_.push_back(*place);
        }
        return connect();
    }

    std::string name() const override {
        return "modbus://" + address_.host + ':' + std::to_string(address_.port) + '/' +
               std::to_string(unit_);
    }

    Result<bool> next(const DeliverySink& sink) override {
        if (!clock_.waitForTurn()) {
            return false;
        }
        if (!context_) {
            if (const auto made = connect(); !made) {
                trouble_ = made.error();
                return true;
            }
        }
        trouble_ = {};
        Delivery delivery;
        for (std::size_t s = 0; s < places_.size() && context_; ++s) {
            std::array<std::uint16_t, 4> registers{};
            const ModbusPlace& place = places_[s];
            const auto power = powerOfTen(place);
            ++place_;
            if (!power || !read(place, place.address, place.registers(), registers.data())) {
                const int failed = errno;
                delivery.unreadable.push_back(
                    {static_cast<int>(s), place_, modbus_strerror(failed)});
                if (failed < MODBUS_ENOBASE) {
                    context_.reset();  // the connection, not the register
                    trouble_ = notReached(address_, modbus_strerror(failed));
                }
                continue;
            }
            const double value =
                *power * modbusValue(place, std::span(registers).first(
                                                static_cast<std::size_t>(place.registers())));
            if (std::isfinite(value)) {
                delivery.readings.push_back(
                    {static_cast<int>(s), map_.siteS(nowSinceEpochS()), value, place_});
            } else {
                delivery.unreadable.push_back({static_cast<int>(s), place_, "not a number"});
            }
        }
        if (auto taken = sink(delivery); !taken) {
            return tl::unexpected(taken.error());
        }
        return !clock_.isOver();
    }

    Error trouble() const override { return trouble_; }

  private:
    bool read(const ModbusPlace& place, int address, int count, std::uint16_t* registers) const {
        const auto readTable =
            place.isInput ? &modbus_read_input_registers : &modbus_read_registers;
        return readTable(context_.get(), address, count, registers) == count;
    }

    /// The factor that a register holds as a power of ten, 1 without such a register; nothing if the controller refuses it.
    std::optional<double> powerOfTen(const ModbusPlace& place) const {
        std::uint16_t exponent = 0;
        if (place.powerAddress >= 0 && !read(place, place.powerAddress, 1, &exponent)) {
            return std::nullopt;
        }
        return std::pow(10.0, static_cast<std::int16_t>(exponent));
    }

    Result<void> connect() {
        context_.reset(
            modbus_new_tcp_pi(address_.host.c_str(), std::to_string(address_.port).c_str()));
        if (!context_) {
            return tl::unexpected(notReached(address_, modbus_strerror(errno)));
        }
        modbus_set_response_timeout(context_.get(), kAnswerS, 0);
        modbus_set_slave(context_.get(), unit_);
        if (modbus_connect(context_.get()) != 0) {
            const Error error = notReached(address_, modbus_strerror(errno));
            context_.reset();
            return tl::unexpected(error);
        }
        return {};
    }

    LiveAddress address_;
    const TelemetryMap& map_;
    LiveClock clock_;
    std::vector<ModbusPlace> places_;
    std::unique_ptr<modbus_t, ContextCloser> context_;
    Error trouble_;
    int unit_ = 1, place_ = 0;
};

}  // namespace

Result<std::unique_ptr<TelemetrySource>> modbusSource(const LiveAddress& address,
                                                      const TelemetryMap& map,
                                                      const LiveSpec& spec) {
    auto source = std::make_unique<ModbusSource>(address, map, spec);
    if (auto begun = source->begin(); !begun) {
        return tl::unexpected(begun.error());
    }
    return std::unique_ptr<TelemetrySource>(std::move(source));
}

}  // namespace headroom::engine
