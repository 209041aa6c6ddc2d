// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/telemetry/source.h"
#include "engine/telemetry/telemetry_map.h"

namespace headroom::hostile {

/// A map as the fuzzers of telemetry use it: a power, a temperature, a series of Prometheus, a place of Redfish.
const engine::TelemetryMap& sampleMap();

/// What every source keeps to: readings of sensors that there are, whose values and times are finite numbers; places
/// from 1; nothing told of sensors that there are not.
void requireDelivery(const engine::Delivery& delivery, const engine::TelemetryMap& map);

}  // namespace headroom::hostile
