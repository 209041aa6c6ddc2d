// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/telemetry/source.h"
#include "engine/telemetry/telemetry_map.h"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <string_view>

namespace headroom::engine {

/// How a series of Prometheus is called in a map: its name, and its labels in the order of their names, as
///   node_power_watts{instance="a:9100",rack="R1"}
/// A map may leave labels out: then every series that has those that it names is meant, and the last of equal times
/// counts, unless the sensor is a sum ("sum": true). Functions and operators drop the name: {rack="R1"}; then a map
/// names labels alone, and its only sensor takes a series without labels.
///
/// Answers of its HTTP API (api/v1/query, api/v1/query_range): "vector" and "matrix"; times are seconds since 1970 of
/// UTC, which become the site's (TelemetryMap::siteS). NaN and infinities are readings that are missing.
/// TEL-051: no answer of the API, or one that says "error", with its words.
Result<Delivery> readPrometheusAnswer(const std::string& text, const TelemetryMap& map,
                                      const std::string& file);

/// The name of a series in a map, from its labels ("metric" of an answer).
std::string seriesText(const nlohmann::json& metric);

/// The series of an answer ("data"); a scalar or a string ([time, "value"]) is one without labels.
nlohmann::json prometheusSeries(const nlohmann::json& data);

/// The text that an exporter shows (text format 0.0.4 and OpenMetrics 1.0): lines of name, labels, value and perhaps a
/// time in milliseconds (seconds where the text ends with "# EOF"). Invalid lines are reported.
Delivery readExposition(std::string_view text, const TelemetryMap& map, double arrivedS);

}  // namespace headroom::engine
