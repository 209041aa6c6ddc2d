// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/twin/residual.h"

#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace headroom::engine {

/// When a residual is an alarm. Smoothed with a time constant, for single readings say little; raised where it
/// stays beyond `raise` spreads for `leastS`, cleared where it comes back within `clear`: between the two an alarm
/// is kept, so that it does not chatter. Assumption: all four; `twin --trial` prints what they find and how
/// often they cry wolf.
struct ResidualAlarmRule {
    double smoothS = 900.0;
    double raise = 4.0;
    double clear = 2.0;
    double leastS = 600.0;
};

/// A sensor and the models disagree, by more than they did while learning.
struct ResidualAlarm {
    int sensor = -1;  ///< of the map
    double raisedS = 0.0;
    double clearedS = std::numeric_limits<double>::quiet_NaN();  ///< NaN: active
    double worst = 0.0;   ///< largest smoothed residual, in spreads, with its sign
    std::string suspect;  ///< of the diagnosis; empty if none was made

    bool isActive() const { return clearedS != clearedS; }
};

/// Where the alarm of a sensor is between two readings.
struct AlarmState {
    double smooth = 0.0;  ///< residual, in spreads
    double lastS =
        std::numeric_limits<double>::quiet_NaN();  ///< of the last reading; NaN: there was none
    double beyondS =
        std::numeric_limits<double>::quiet_NaN();  ///< since when it is beyond; NaN: it is not
    std::optional<ResidualAlarm> active;
};

/// Spread against which a residual of a sensor is judged at a place of its series; SI:
///   sqrt(max(u, s)^2 + (kGain (m - m0))^2 + (d - d0)^2)
/// m what the models say there, d what a little of load does to that (Beside::reach), m0 and d0 the same where it learned: a
/// building that is so much weaker than its data sheets is off by d there, of which it learned d0. u uncertainty of the sensor, s spread that was learned, m0 where it was learned: away from there a model that was
/// right there may have another slope than the building. Assumption: 10 %, between what validation leaves of IT power
/// (5 %) and of the power of plants (13 %; `model_error` of the catalogue). The steps of staged machines are taken out of
/// the residual before (ResidualSeries::beyondStaging()).
inline constexpr double kGain = 0.1;
double alarmSpread(const SensorSpec& sensor, const SensorResidual& residual,
                   const ResidualSeries& series, std::size_t place);

/// Residual less the learned bias and what staging explains, in spreads, smoothed; by place in the series, which continues
/// from `start`.
std::vector<double> smoothedResidual(const SensorSpec& sensor, const ResidualSeries& series,
                                     const SensorResidual& residual, double smoothS,
                                     const AlarmState& start = {});

/// Alarms that ended, by time, and its state after the last reading before `untilS`.
struct AlarmWalk {
    std::vector<ResidualAlarm> ended;
    AlarmState end;
};

/// From `start` along a series. A sensor that drives the twin is never compared with itself: no alarm.
AlarmWalk walkAlarms(const SensorSpec& sensor, const ResidualSeries& series,
                     const SensorResidual& residual, const ResidualAlarmRule& rule,
                     const AlarmState& start = {},
                     double untilS = std::numeric_limits<double>::infinity());

/// Alarms of one sensor, by time, that which is active among them.
std::vector<ResidualAlarm> residualAlarms(const SensorSpec& sensor, const ResidualSeries& series,
                                          const SensorResidual& residual,
                                          const ResidualAlarmRule& rule = {},
                                          const AlarmState& start = {});

}  // namespace headroom::engine
