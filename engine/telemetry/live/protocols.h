// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/telemetry/live/live_source.h"
#include "engine/telemetry/reading_time.h"

#include <memory>

/// One source for each protocol: what openLive() chooses from.
namespace headroom::engine {

using LiveMaker = Result<std::unique_ptr<TelemetrySource>> (*)(const LiveAddress& address,
                                                               const TelemetryMap& map,
                                                               const LiveSpec& spec);

Result<std::unique_ptr<TelemetrySource>> httpSource(const LiveAddress& address,
                                                    const TelemetryMap& map, const LiveSpec& spec);
Result<std::unique_ptr<TelemetrySource>> mqttSource(const LiveAddress& address,
                                                    const TelemetryMap& map, const LiveSpec& spec);
Result<std::unique_ptr<TelemetrySource>> modbusSource(const LiveAddress& address,
                                                      const TelemetryMap& map,
                                                      const LiveSpec& spec);
Result<std::unique_ptr<TelemetrySource>> snmpSource(const LiveAddress& address,
                                                    const TelemetryMap& map, const LiveSpec& spec);

/// TEL-061.
inline Error notReached(const LiveAddress& address, const std::string& why) {
    return {"TEL-061",
            address.scheme + "://" + address.host + ':' + std::to_string(address.port) + ": " + why,
            "Check that it runs there and that nothing between keeps it away",
            {},
            {},
            0};
}

/// How long a source continues, and when it asks next.
class LiveClock {
  public:
    explicit LiveClock(const LiveSpec& spec)
        : spec_(spec), endS_(nowSinceEpochS() + spec.forS), nextS_(nowSinceEpochS()) {}

    bool isOver() const {
        return nowSinceEpochS() >= endS_ || (spec_.cancel != nullptr && *spec_.cancel);
    }

    /// Waits for the next turn in short naps, so that a cancel is felt. False: the time is up.
    bool waitForTurn();

    double leftS() const { return endS_ - nowSinceEpochS(); }

  private:
    LiveSpec spec_;
    double endS_, nextS_;
};

}  // namespace headroom::engine
