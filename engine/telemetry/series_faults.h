// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/telemetry/telemetry_finding.h"
#include "engine/telemetry/telemetry_map.h"
#include "engine/telemetry/telemetry_store.h"

#include <vector>

/// Faults that a series shows by itself: silence, gaps, standstill. Faults that only the models show (units, clocks, drift)
/// are in engine/twin/model_faults.h.
namespace headroom::engine {

/// Median time between readings; 0 of fewer than two.
double usualPeriodS(const TelemetrySeries& series);

/// Gaps: longer than the map allows, and than three usual periods. Stuck: the same value to the last digit for
/// at least kLeastStuck readings, kLeastStuckS and kStuckTimes the longest standstill that is usual (the 90th
/// percentile of all its standstills), in a series that moves elsewhere: set-points and counters that rest for hours
/// are not stuck, nor is a thermometer of few digits on a calm night. Assumption: all three figures.
inline constexpr long kLeastStuck = 20;
inline constexpr double kLeastStuckS = 1800.0;
inline constexpr double kStuckTimes = 8.0;
std::vector<TelemetryFinding> seriesFaults(const SensorSpec& sensor, const TelemetrySeries& series,
                                           double longestGapS);

}  // namespace headroom::engine
