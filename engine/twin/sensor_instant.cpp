// SPDX-License-Identifier: Apache-2.0
#include "engine/twin/sensor_instant.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace headroom::engine {

namespace {

constexpr std::array<std::string_view, static_cast<std::size_t>(SensorState::Count)> kWords = {
    "no reading", "silent",      "not compared", "drives the twin",
    "learning",   "as expected", "off",          "alarm"};

/// Place of the last time at or before; -1 if none.
std::ptrdiff_t lastAt(const std::vector<double>& times, double timeS) {
    return std::upper_bound(times.begin(), times.end(), timeS) - times.begin() - 1;
}

}  // namespace

std::string_view sensorStateWord(SensorState state) {
    return kWords[static_cast<std::size_t>(state)];
}

SensorReader::SensorReader(const TelemetryMap& map, const std::vector<TelemetrySeries>& readings,
                           const TwinReport& report)
    : map_(map),
      readings_(readings),
      report_(report),
      residuals_(map.sensors.size(), -1),
      alarms_(map.sensors.size()) {
    for (std::size_t k = 0; k < report.residuals.size(); ++k) {
        residuals_[static_cast<std::size_t>(report.residuals[k].sensor)] = static_cast<int>(k);
    }
    for (std::size_t a = 0; a < report.alarms.size(); ++a) {
        alarms_[static_cast<std::size_t>(report.alarms[a].sensor)].push_back(static_cast<int>(a));
    }
}

SensorInstant SensorReader::at(int sensor, double timeS) const {
    const auto s = static_cast<std::size_t>(sensor);
    const SensorSpec& spec = map_.sensors[s];
    SensorInstant now;
    if (s < readings_.size()) {
        if (const std::ptrdiff_t last = lastAt(readings_[s].timeS, timeS); last >= 0) {
            now.timeS = readings_[s].timeS[static_cast<std::size_t>(last)];
            now.measured = readings_[s].value[static_cast<std::size_t>(last)];
            now.state = SensorState::NotCompared;
        }
    }
    if (const int k = residuals_[s]; k >= 0) {
        const ResidualSeries& series = report_.series[static_cast<std::size_t>(k)];
        const SensorResidual& residual = report_.residuals[static_cast<std::size_t>(k)];
        const std::ptrdiff_t last = lastAt(series.timeS, timeS);
        // A newer reading may wait for the models.
        if (const auto i = static_cast<std::size_t>(last);
            last >= 0 && (std::isnan(now.timeS) || series.timeS[i] >= now.timeS)) {
            now.timeS = series.timeS[i];
            now.measured = series.measured[i];
            now.modelled = series.modelled[i];
            now.bias = residual.learnedBias;
            now.beyond = series.beyondStaging(i, residual.learnedBias);
            now.spread = alarmSpread(spec, residual, series, i);
            now.state = spec.drives != Drive::Nothing          ? SensorState::Drives
                        : i < series.judgedFrom                ? SensorState::Learning
                        : std::abs(now.off()) <= kNinetyWithin ? SensorState::AsExpected
                                                               : SensorState::Off;
        }
    }
    if (std::isnan(now.timeS)) {
        return now;
    }
    for (const int a : alarms_[s]) {
        const ResidualAlarm& alarm = report_.alarms[static_cast<std::size_t>(a)];
        if (alarm.raisedS <= timeS && (alarm.isActive() || alarm.clearedS > timeS)) {
            now.alarm = a;
            now.state = SensorState::Alarm;
        }
    }
    if (timeS - now.timeS > map_.longestGapS) {
        now.state = SensorState::Silent;
    }
    return now;
}

TelemetrySeries SensorReader::measured(int sensor) const {
    const auto s = static_cast<std::size_t>(sensor);
    if (s < readings_.size() && !readings_[s].timeS.empty()) {
        return readings_[s];
    }
    if (const int k = residuals_[s]; k >= 0) {
        const ResidualSeries& series = report_.series[static_cast<std::size_t>(k)];
        return {series.timeS, series.measured};
    }
    return {};
}

}  // namespace headroom::engine
