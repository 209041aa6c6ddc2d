// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/telemetry/source.h"
#include "engine/telemetry/telemetry_map.h"

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace headroom::engine {

/// Readings of a resource of Redfish (DMTF DSP0266), as a baseboard controller or a rack manager answers:
///   Power, Thermal, EnvironmentMetrics, Sensor, Chassis …  every number in the document whose place the map names, as
///       "/redfish/v1/Chassis/1/Power#/PowerControl/0/PowerConsumedWatts": the resource's `@odata.id` and a JSON pointer
///       (as MetricProperty of the telemetry service names them); of `arrivedS`, or of the resource's DateTime
///   Collections (Sensors?$expand=.) and resources in others. A number also has the place in the resource that holds it:
///       "/redfish/v1/Chassis/1/Sensors/CPU1Temp#/Reading", in any part of the answer.
///   MetricReport (DSP2051)  MetricValues with MetricProperty or MetricId, MetricValue and Timestamp
/// A place that the map does not name is nothing odd: controllers tell much.
/// TEL-050: no JSON object, one without `@odata.id`, or a collection that lists members without their values.
Result<Delivery> readRedfish(const std::string& text, const TelemetryMap& map, double arrivedS,
                             const std::string& file);

/// A place in a resource, under the names that a map may use.
struct RedfishPlace {
    std::string atRoot;  ///< from the resource that was asked for
    std::string
        own;  ///< from the innermost resource with an `@odata.id`; the same if there is only one

    static RedfishPlace of(const nlohmann::json& root);

    /// The place of a member, given its name or number as a step of a JSON pointer ("/Reading").
    RedfishPlace member(const std::string& step, const nlohmann::json& value) const;
};

}  // namespace headroom::engine
