// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/telemetry/source.h"
#include "engine/telemetry/telemetry_map.h"

#include <string>

namespace headroom::engine {

/// Readings of a resource of Redfish (DMTF DSP0266), as a baseboard controller or a rack manager answers:
///   Power, Thermal, EnvironmentMetrics, Sensor, Chassis …  every number in the document whose place the map names, as
///       "/redfish/v1/Chassis/1/Power#/PowerControl/0/PowerConsumedWatts": the resource's @odata.id and a JSON pointer
///       (as MetricProperty of the telemetry service names them); of `arrivedS`, or of the resource's DateTime
///   MetricReport (DSP2051)  MetricValues with MetricProperty or MetricId, MetricValue and Timestamp
/// A place that the map does not name is nothing odd: controllers tell much.
/// TEL-050: no JSON object, or one without @odata.id.
Result<Delivery> readRedfish(const std::string& text, const TelemetryMap& map, double arrivedS,
                             const std::string& file);

}  // namespace headroom::engine
