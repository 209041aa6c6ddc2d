// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/telemetry/telemetry_map.h"
#include "engine/telemetry/telemetry_store.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

/// Limit on silences that a twin simulates. One wrong date must not make it simulate years.
namespace headroom::engine {

/// Default of the longest silence that a twin simulates. Assumption: three days, a long weekend without a gateway. After a longer
/// one the old state says nothing about the building, so the twin settles anew.
inline constexpr double kLongestSilenceS = 3.0 * 86400.0;
/// Least value of that limit: usual pauses between readings are shorter.
inline constexpr double kLeastSilenceS = 3600.0;

/// A span without a reading of any sensor that drives the twin.
struct TelemetryGap {
    double fromS = 0.0, toS = 0.0;  ///< last reading before, first after; since 1970, site's clock

    double lengthS() const { return toS - fromS; }
};

/// Whether a sensor imposes a load or the weather; a set-point does not.
bool drivesRun(Drive drive);

/// Returns the first silence longer than `longestS` that ends after `afterS`, if there is one. `series` by sensor of the map.
std::optional<TelemetryGap> firstGap(const TelemetryMap& map,
                                     std::span<const TelemetrySeries> series, double afterS,
                                     double longestS);

/// The time at which `followedS` were followed since `fromS`, gaps left out. `gaps` by time.
double afterFollowed(double fromS, double followedS, std::span<const TelemetryGap> gaps);

/// How much of a span was followed: its length less the gaps in it.
double followedS(double fromS, double toS, std::span<const TelemetryGap> gaps);

/// "no readings from 2026-03-01 12:00:00 to 2026-04-02 08:00:00 (31.8 d)".
std::string gapWords(const TelemetryGap& gap);

}  // namespace headroom::engine
