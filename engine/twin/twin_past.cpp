// SPDX-License-Identifier: Apache-2.0
#include "engine/twin/twin_past.h"

#include "engine/twin/twin_report.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace headroom::engine {

namespace {

SensorPast sensorPast(const SensorPast& before, const SensorResidual& residual,
                      const ResidualSeries& series, double untilS) {
    SensorPast past = before;
    past.learned = residual;
    for (std::size_t i = series.judgedFrom; i < series.timeS.size() && series.timeS[i] < untilS;
         ++i) {
        past.sums.add(series.measured[i], series.modelled[i]);
        past.inside += std::abs(series.residual(i)) <= kNinetyWithin * residual.expected ? 1 : 0;
    }
    return past;
}

}  // namespace

TwinPast pastBefore(const TwinRun& twin, const TwinReport& report, double untilS,
                    const ResidualAlarmRule& rule) {
    const TwinPast& before = twin.past();
    TwinPast past;
    past.untilS = untilS;
    past.learnUntilS = report.learnUntilS;
    past.ended = before.ended;
    for (std::size_t k = 0; k < report.residuals.size(); ++k) {
        const SensorResidual& residual = report.residuals[k];
        const SensorSpec& sensor = twin.map().sensors[static_cast<std::size_t>(residual.sensor)];
        const SensorPast old = before.isKnown() ? before.sensors[k] : SensorPast();
        past.sensors.push_back(sensorPast(old, residual, report.series[k], untilS));
        AlarmWalk walk = walkAlarms(sensor, report.series[k], residual, rule, old.alarm, untilS);
        const auto named = [&](ResidualAlarm& alarm) {
            const auto same = std::find_if(
                report.alarms.begin(), report.alarms.end(), [&](const ResidualAlarm& each) {
                    return each.sensor == alarm.sensor && each.raisedS == alarm.raisedS;
                });
            alarm.suspect = same == report.alarms.end() ? alarm.suspect : same->suspect;
        };
        for (ResidualAlarm& alarm : walk.ended) {
            named(alarm);
            past.ended.push_back(std::move(alarm));
        }
        if (walk.end.active) {
            named(*walk.end.active);
        }
        past.sensors.back().alarm = std::move(walk.end);
    }
    std::stable_sort(
        past.ended.begin(), past.ended.end(),
        [](const ResidualAlarm& a, const ResidualAlarm& b) { return a.raisedS < b.raisedS; });
    if (past.ended.size() > kMostEndedAlarms) {
        past.ended.erase(past.ended.begin(),
                         past.ended.end() - static_cast<std::ptrdiff_t>(kMostEndedAlarms));
    }
    return past;
}

}  // namespace headroom::engine
