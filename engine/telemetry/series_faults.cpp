// SPDX-License-Identifier: Apache-2.0
#include "engine/telemetry/series_faults.h"

#include <fmt/format.h>

#include <algorithm>

namespace headroom::engine {

namespace {

constexpr double kGapPeriods = 3.0;
constexpr double kUsualShare = 0.9;

/// A run of equal readings.
struct Standstill {
    std::size_t first = 0;
    long readings = 0;
};

std::vector<Standstill> standstillsOf(const TelemetrySeries& series) {
    std::vector<Standstill> all;
    for (std::size_t i = 0; i < series.value.size(); ++i) {
        if (i > 0 && series.value[i] == series.value[i - 1]) {
            ++all.back().readings;
        } else {
            all.push_back({i, 1});
        }
    }
    return all;
}

void findGaps(const SensorSpec& sensor, const TelemetrySeries& series, double longestGapS,
              std::vector<TelemetryFinding>& found) {
    const double allowedS = std::max(longestGapS, kGapPeriods * usualPeriodS(series));
    TelemetryFinding gap;
    gap.fault = TelemetryFault::Gap;
    gap.sensor = sensor.id;
    for (std::size_t i = 1; i < series.timeS.size(); ++i) {
        const double silentS = series.timeS[i] - series.timeS[i - 1];
        if (silentS > allowedS) {
            gap.firstS = gap.count++ == 0 ? series.timeS[i - 1] : gap.firstS;
            gap.amount = std::max(gap.amount, silentS);
        }
    }
    if (gap.count > 0) {
        gap.words = fmt::format(
            "longest {:.0f} s; values between are straight lines, unless the twin skips the gap",
            gap.amount);
        found.push_back(std::move(gap));
    }
}

void findStuck(const SensorSpec& sensor, const TelemetrySeries& series,
               std::vector<TelemetryFinding>& found) {
    const std::vector<Standstill> all = standstillsOf(series);
    std::vector<long> lengths;
    for (const Standstill& each : all) {
        lengths.push_back(each.readings);
    }
    const auto at = static_cast<std::size_t>(kUsualShare * static_cast<double>(lengths.size() - 1));
    std::nth_element(lengths.begin(), lengths.begin() + static_cast<std::ptrdiff_t>(at),
                     lengths.end());
    const double most =
        std::max(static_cast<double>(kLeastStuck), kStuckTimes * static_cast<double>(lengths[at]));
    TelemetryFinding stuck;
    stuck.fault = TelemetryFault::Stuck;
    stuck.sensor = sensor.id;
    for (const Standstill& each : all) {
        const double fromS = series.timeS[each.first];
        const double lastS = series.timeS[each.first + static_cast<std::size_t>(each.readings) - 1];
        if (all.size() > 2 && static_cast<double>(each.readings) >= most &&
            lastS - fromS >= kLeastStuckS) {
            stuck.firstS = stuck.count++ == 0 ? fromS : stuck.firstS;
            stuck.amount = std::max(stuck.amount, lastS - fromS);
        }
    }
    if (stuck.count > 0) {
        stuck.words = fmt::format("the same value for up to {:.0f} s", stuck.amount);
        found.push_back(std::move(stuck));
    }
}

}  // namespace

double usualPeriodS(const TelemetrySeries& series) {
    std::vector<double> periods;
    for (std::size_t i = 1; i < series.timeS.size(); ++i) {
        periods.push_back(series.timeS[i] - series.timeS[i - 1]);
    }
    if (periods.empty()) {
        return 0.0;
    }
    const auto middle = periods.begin() + static_cast<std::ptrdiff_t>(periods.size() / 2);
    std::nth_element(periods.begin(), middle, periods.end());
    return *middle;
}

std::vector<TelemetryFinding> seriesFaults(const SensorSpec& sensor, const TelemetrySeries& series,
                                           double longestGapS) {
    std::vector<TelemetryFinding> found;
    if (series.timeS.empty()) {
        TelemetryFinding silent;
        silent.fault = TelemetryFault::Silent;
        silent.sensor = sensor.id;
        silent.words = "no reading that can be used";
        return {silent};
    }
    findGaps(sensor, series, longestGapS, found);
    findStuck(sensor, series, found);
    return found;
}

}  // namespace headroom::engine
