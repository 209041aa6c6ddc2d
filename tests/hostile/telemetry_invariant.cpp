// SPDX-License-Identifier: Apache-2.0
#include "tests/hostile/telemetry_invariant.h"

#include "tests/hostile/invariant.h"

namespace headroom::hostile {

const engine::TelemetryMap& sampleMap() {
    static const engine::TelemetryMap kMap = [] {
        auto map = engine::parseTelemetryMap(R"({"format": "headroom-telemetry/1", "sensors": [
            {"column": "p", "channel": "facility/it_power_kw", "unit": "kW"},
            {"column": "t", "channel": "loop/htw/supply_c", "unit": "degF"},
            {"column": "node_power_watts{instance=\"a:9100\"}", "channel": "facility/pue", "unit": "1"},
            {"column": "/redfish/v1/Chassis/1/Power#/PowerControl/0/PowerConsumedWatts", "channel": "x", "unit": "W"}]})",
                                             "map.json");
        require(map.has_value(), "the sample map is refused");
        return std::move(*map);
    }();
    return kMap;
}

void requireDelivery(const engine::Delivery& delivery, const engine::TelemetryMap& map) {
    const auto sensors = static_cast<int>(map.sensors.size());
    for (const engine::Reading& reading : delivery.readings) {
        require(reading.sensor >= 0 && reading.sensor < sensors, "a reading of no sensor");
        requireFinite(reading.value, "reading");
        requireFinite(reading.timeS, "time of a reading");
        require(reading.place >= 1, "a reading without a place");
    }
    for (const engine::Unreadable& each : delivery.unreadable) {
        require(each.sensor >= -1 && each.sensor < sensors && each.place >= 1,
                "an odd cell of no sensor or place");
    }
}

}  // namespace headroom::hostile
