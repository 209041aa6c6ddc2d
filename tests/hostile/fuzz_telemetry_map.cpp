// SPDX-License-Identifier: Apache-2.0
#include "engine/telemetry/telemetry_map.h"
#include "tests/hostile/invariant.h"
#include "tests/hostile/parsers.h"

#include <string>

namespace headroom::hostile {

void telemetry_map(std::string_view bytes) {
    const auto map = engine::parseTelemetryMap(std::string(bytes), "telemetry.json");
    if (!map) {
        requireRefusal(map.error(), "telemetry.json");
        return;
    }
    require(!map->sensors.empty(), "a map without sensors was accepted");
    requireFinite(map->startS, "start");
    requireFinite(map->offsetS, "offset");
    for (std::size_t s = 0; s < map->sensors.size(); ++s) {
        const engine::SensorSpec& sensor = map->sensors[s];
        require(sensor.unit != nullptr && !sensor.id.empty(),
                "a sensor without unit or id was accepted");
        require(map->sensorOf(sensor.column) == static_cast<int>(s),
                "a sensor is not found by its column");
        require(sensor.uncertainty(1e3) >= 0.0, "an uncertainty below nothing");
    }
}

}  // namespace headroom::hostile
