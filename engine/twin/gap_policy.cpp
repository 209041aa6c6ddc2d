// SPDX-License-Identifier: Apache-2.0
#include "engine/twin/gap_policy.h"

#include "models/core/calendar.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace headroom::engine {

namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();
constexpr double kDayLengthS = 86400.0;

std::string secondText(double timeS) {
    return models::calendarText(static_cast<std::int64_t>(std::floor(timeS)) * 1000);
}

/// Newest reading of any driving sensor at or before a time, and the oldest after it.
struct Around {
    double beforeS = -kNever, afterS = kNever;
};

Around around(const TelemetryMap& map, std::span<const TelemetrySeries> series, double timeS) {
    Around near;
    for (std::size_t s = 0; s < series.size(); ++s) {
        const std::vector<double>& times = series[s].timeS;
        if (!drivesRun(map.sensors[s].drives)) {
            continue;
        }
        const auto next = std::upper_bound(times.begin(), times.end(), timeS);
        if (next != times.begin()) {
            near.beforeS = std::max(near.beforeS, *(next - 1));
        }
        if (next != times.end()) {
            near.afterS = std::min(near.afterS, *next);
        }
    }
    return near;
}

}  // namespace

bool drivesRun(Drive drive) {
    return drive != Drive::Nothing && drive != Drive::Setting;
}

std::optional<TelemetryGap> firstGap(const TelemetryMap& map,
                                     std::span<const TelemetrySeries> series, double afterS,
                                     double longestS) {
    double fromS = around(map, series, afterS).beforeS;
    if (fromS == -kNever) {
        fromS = around(map, series, afterS).afterS;
    }
    while (std::isfinite(fromS)) {
        // The last reading within `longestS` of this one: no gap lies between the two.
        const double lastS = around(map, series, fromS + longestS).beforeS;
        if (lastS > fromS) {
            fromS = lastS;
            continue;
        }
        const double toS = around(map, series, fromS).afterS;
        return toS < kNever ? std::optional(TelemetryGap{fromS, toS}) : std::nullopt;
    }
    return std::nullopt;
}

double afterFollowed(double fromS, double followedS, std::span<const TelemetryGap> gaps) {
    double timeS = fromS + followedS;
    for (const TelemetryGap& gap : gaps) {
        timeS += gap.fromS >= fromS && gap.fromS < timeS ? gap.lengthS() : 0.0;
    }
    return timeS;
}

double followedS(double fromS, double toS, std::span<const TelemetryGap> gaps) {
    double lengthS = toS - fromS;
    for (const TelemetryGap& gap : gaps) {
        lengthS -= std::max(0.0, std::min(gap.toS, toS) - std::max(gap.fromS, fromS));
    }
    return lengthS;
}

std::string gapWords(const TelemetryGap& gap) {
    return fmt::format("no readings from {} to {} ({:.1f} d)", secondText(gap.fromS),
                       secondText(gap.toS), gap.lengthS() / kDayLengthS);
}

}  // namespace headroom::engine
