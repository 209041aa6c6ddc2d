// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/twin/residual.h"
#include "engine/twin/residual_alarm.h"

#include <limits>
#include <vector>

/// A twin that follows for months drops old readings. This is the part of them that it still needs.
namespace headroom::engine {

class TwinRun;
struct TwinReport;

/// One compared sensor, in the order of TwinReport::residuals.
struct SensorPast {
    SensorResidual learned;  ///< its learned* members
    ErrorSums sums;          ///< over all judged readings
    long inside = 0;         ///< judged readings within the 90 % interval that was expected then
    AlarmState alarm;        ///< state at the end of the past
};

struct TwinPast {
    double untilS =
        -std::numeric_limits<double>::infinity();  ///< since 1970: readings from before are judged
    double learnUntilS = 0.0;
    std::vector<SensorPast> sensors;   ///< empty when nothing was dropped yet
    std::vector<ResidualAlarm> ended;  ///< newest, by time; the store keeps all

    bool isKnown() const { return !sensors.empty(); }
};

/// Alarms that ended and are still in a report. Assumption: a table of more is read by nobody.
inline constexpr std::size_t kMostEndedAlarms = 1000;

/// Summary of a twin before `untilS`, which lies after the end of learning. `report` is the report of the twin at its present state.
TwinPast pastBefore(const TwinRun& twin, const TwinReport& report, double untilS,
                    const ResidualAlarmRule& rule);

}  // namespace headroom::engine
