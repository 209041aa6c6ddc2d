// SPDX-License-Identifier: Apache-2.0
#include "engine/twin/residual_alarm.h"

#include <algorithm>
#include <cmath>

namespace headroom::engine {

double alarmSpread(const SensorSpec& sensor, const SensorResidual& residual, const ResidualSeries& series, std::size_t place) {
    return std::hypot(std::max({residual.learnedSd, sensor.uncertainty(residual.figures.mean), 1e-9}),
                      kGain * (series.modelled[place] - residual.learnedAt),
                      series.reach.empty() ? 0.0 : series.reach[place] - residual.learnedReach);
}

std::vector<double> smoothedResidual(const SensorSpec& sensor, const ResidualSeries& series,
                                     const SensorResidual& residual, double smoothS) {
    std::vector<double> smooth(series.timeS.size());
    double now = 0.0;
    for (std::size_t i = 0; i < series.timeS.size(); ++i) {
        const double z = series.beyondStaging(i, residual.learnedBias) / alarmSpread(sensor, residual, series, i);
        const double dt = i == 0 ? 0.0 : series.timeS[i] - series.timeS[i - 1];
        now += (z - now) * (1.0 - std::exp(-dt / smoothS));
        smooth[i] = now;
    }
    return smooth;
}

std::vector<ResidualAlarm> residualAlarms(const SensorSpec& sensor, const ResidualSeries& series,
                                          const SensorResidual& residual, const ResidualAlarmRule& rule) {
    std::vector<ResidualAlarm> alarms;
    if (sensor.drives != Drive::Nothing || residual.figures.n == 0) {
        return alarms;
    }
    const std::vector<double> smooth = smoothedResidual(sensor, series, residual, rule.smoothS);
    double beyondS = std::numeric_limits<double>::quiet_NaN();  // since when it is beyond
    bool active = false;
    for (std::size_t i = series.judgedFrom; i < smooth.size(); ++i) {
        const double size = std::abs(smooth[i]);
        const double when = series.timeS[i];
        if (active) {
            ResidualAlarm& alarm = alarms.back();
            alarm.worst = size > std::abs(alarm.worst) ? smooth[i] : alarm.worst;
            if (size < rule.clear) {
                alarm.clearedS = when;
                active = false;
                beyondS = std::numeric_limits<double>::quiet_NaN();
            }
        } else if (size < rule.raise) {
            beyondS = std::numeric_limits<double>::quiet_NaN();
        } else if (std::isnan(beyondS)) {
            beyondS = when;
        } else if (when - beyondS >= rule.leastS) {
            ResidualAlarm alarm;
            alarm.sensor = residual.sensor;
            alarm.raisedS = when;
            alarm.worst = smooth[i];
            alarms.push_back(std::move(alarm));
            active = true;
        }
    }
    return alarms;
}

}  // namespace headroom::engine
