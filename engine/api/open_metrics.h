// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/run/frame/frame.h"
#include "engine/run/frame/quantity.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// Metrics of a run for Prometheus and similar programs: OpenMetrics 1.0.0, or the older text format 0.0.4.
///
/// Every quantity of the tables (engine/run/frame/quantity.h) is a metric family. Names follow the conventions of
/// both: "headroom_", of halls, CDU groups, loops and racks their word, the quantity, and its base unit in full:
/// headroom_it_power_watts, headroom_hall_return_air_celsius{hall="hall-a"}. Shares are ratios from 0 to 1, energies
/// joules, volumes cubic metres, masses grams. A value that only grows since the start of the run is a counter and ends in
/// _total: it begins anew where a recording is played again. An unknown value has no sample.
namespace headroom::engine {

struct Plant;

enum class MetricsFormat { OpenMetrics, Text };

inline constexpr std::string_view kOpenMetricsType =
    "application/openmetrics-text; version=1.0.0; charset=utf-8";
inline constexpr std::string_view kTextMetricsType = "text/plain; version=0.0.4; charset=utf-8";

/// The name of a quantity as a metric, without "headroom_" and the word of its object, and what a value in SI is to
/// be multiplied by.
struct MetricName {
    std::string name;       ///< "it_power_watts"; of counters without "_total"
    std::string_view unit;  ///< "watts"; empty means a number
    double factor = 1.0;
    bool isCounter = false;
};

MetricName metricNameOf(const QuantityInfo& quantity, bool isOfFacility);

/// Metrics of the server itself.
struct ServerMetrics {
    std::int64_t requests = 0, refused = 0, connections = 0, talks = 0, messages = 0, bytesOut = 0;
};

/// `racks`: also a sample for each rack and quantity, which may be very many. `plant` may be null: then halls, groups
/// and loops have no names, and are left out.
std::string metricsText(const Frame& frame, const Plant* plant, const ServerMetrics& server,
                        bool isPlaying, double speed, bool racks, MetricsFormat format);

}  // namespace headroom::engine
