// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/telemetry/telemetry_map.h"

#include <filesystem>
#include <map>
#include <string>

namespace headroom::engine {

/// The text of a map with other "places" in it; everything else is kept. No points: without the key.
/// `text` must be one that parseTelemetryMap() takes.
std::string withSensorPoints(const std::string& text,
                             const std::map<std::string, SensorPoint>& points);

/// The same in its file. FIL-002, FIL-004: it cannot be read or written; TEL: it is not a map any more. On an error it stays
/// unchanged.
ResultAll<void> keepSensorPoints(const std::filesystem::path& file,
                                 const std::map<std::string, SensorPoint>& points);

}  // namespace headroom::engine
