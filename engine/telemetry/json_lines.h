// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/telemetry/source.h"
#include "engine/telemetry/telemetry_map.h"

#include <string_view>

namespace headroom::engine {

/// Readings as JSON, one object a line (NDJSON), as senders push them by HTTP, MQTT or WebSocket:
///   {"sensor": "HTW-S", "time": "2026-07-01T13:30:00", "value": 21.4}
///   {"time": 1783000000, "HTW-S": 21.4, "HTW-R": 30.1}
/// Keys are the map's columns of time, name and value ("sensor", "value" where it has none). Without a time the
/// reading is of `arrivedS`, since 1970; where that is NaN, as of lines of a file, the line is unreadable. Invalid lines are
/// reported, not refused: an error of the sender loses one line. Values may be numbers or texts that are numbers; true and
/// false are 1 and 0.
/// `ofSensor`: whose a line is that has a value and no name, as a message on that sensor's topic; -1 if nobody's.
Delivery readJsonLines(std::string_view text, const TelemetryMap& map, double arrivedS,
                       int firstPlace = 1, int ofSensor = -1);

}  // namespace headroom::engine
