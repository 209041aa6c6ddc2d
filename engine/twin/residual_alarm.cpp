// SPDX-License-Identifier: Apache-2.0
#include "engine/twin/residual_alarm.h"

#include <algorithm>
#include <cmath>

namespace headroom::engine {

double alarmSpread(const SensorSpec& sensor, const SensorResidual& residual,
                   const ResidualSeries& series, std::size_t place) {
    return std::hypot(
        std::max({residual.learnedSd, sensor.uncertainty(residual.figures.mean), 1e-9}),
        kGain * (series.modelled[place] - residual.learnedAt),
        series.reach.empty() ? 0.0 : series.reach[place] - residual.learnedReach);
}

std::vector<double> smoothedResidual(const SensorSpec& sensor, const ResidualSeries& series,
                                     const SensorResidual& residual, double smoothS,
                                     const AlarmState& start) {
    std::vector<double> smooth(series.timeS.size());
    double now = start.smooth, lastS = start.lastS;
    for (std::size_t i = 0; i < series.timeS.size(); ++i) {
        const double z = series.beyondStaging(i, residual.learnedBias) /
                         alarmSpread(sensor, residual, series, i);
        const double dt = std::isnan(lastS) ? 0.0 : series.timeS[i] - lastS;
        now += (z - now) * (1.0 - std::exp(-dt / smoothS));
        smooth[i] = now;
        lastS = series.timeS[i];
    }
    return smooth;
}

AlarmWalk walkAlarms(const SensorSpec& sensor, const ResidualSeries& series,
                     const SensorResidual& residual, const ResidualAlarmRule& rule,
                     const AlarmState& start, double untilS) {
    AlarmWalk walk{{}, start};
    if (sensor.drives != Drive::Nothing || residual.figures.n == 0) {
        return walk;
    }
    AlarmState& now = walk.end;
    const std::vector<double> smooth =
        smoothedResidual(sensor, series, residual, rule.smoothS, start);
    for (std::size_t i = 0; i < smooth.size() && series.timeS[i] < untilS; ++i) {
        const double size = std::abs(smooth[i]);
        const double when = series.timeS[i];
        now.smooth = smooth[i];
        now.lastS = when;
        if (i < series.judgedFrom) {
            continue;
        }
        if (now.active) {
            now.active->worst = size > std::abs(now.active->worst) ? smooth[i] : now.active->worst;
            if (size < rule.clear) {
                now.active->clearedS = when;
                walk.ended.push_back(std::move(*now.active));
                now.active.reset();
                now.beyondS = std::numeric_limits<double>::quiet_NaN();
            }
        } else if (size < rule.raise) {
            now.beyondS = std::numeric_limits<double>::quiet_NaN();
        } else if (std::isnan(now.beyondS)) {
            now.beyondS = when;
        } else if (when - now.beyondS >= rule.leastS) {
            now.active.emplace();
            now.active->sensor = residual.sensor;
            now.active->raisedS = when;
            now.active->worst = smooth[i];
        }
    }
    return walk;
}

std::vector<ResidualAlarm> residualAlarms(const SensorSpec& sensor, const ResidualSeries& series,
                                          const SensorResidual& residual,
                                          const ResidualAlarmRule& rule, const AlarmState& start) {
    AlarmWalk walk = walkAlarms(sensor, series, residual, rule, start);
    if (walk.end.active) {
        walk.ended.push_back(std::move(*walk.end.active));
    }
    return std::move(walk.ended);
}

}  // namespace headroom::engine
