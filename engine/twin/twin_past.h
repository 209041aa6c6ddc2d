// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/twin/residual.h"
#include "engine/twin/residual_alarm.h"

#include <limits>
#include <vector>

/// What a twin that follows for months remembers of the time whose readings it no longer holds.
namespace headroom::engine {

class TwinRun;
struct TwinReport;

/// Of one sensor that is compared, in the order of TwinReport::residuals.
struct SensorPast {
    SensorResidual learned;  ///< its learned* members
    ErrorSums sums;          ///< of what was judged
    long inside = 0;         ///< of these, within the 90 % interval that was expected then
    AlarmState alarm;        ///< as it stands at the end of that time
};

struct TwinPast {
    double untilS = -std::numeric_limits<double>::infinity();  ///< since 1970: readings from before are judged
    double learnUntilS = 0.0;
    std::vector<SensorPast> sensors;   ///< empty: there is no such past
    std::vector<ResidualAlarm> ended;  ///< newest, by time; the store keeps all

    bool isKnown() const { return !sensors.empty(); }
};

/// Alarms that ended and are still in a report. Assumption: a table of more is read by nobody.
inline constexpr std::size_t kMostEndedAlarms = 1000;

/// What stays of all before `untilS` of a twin, once learning is over: judged as `report`, which is of this twin as it
/// is, has it.
TwinPast pastBefore(const TwinRun& twin, const TwinReport& report, double untilS, const ResidualAlarmRule& rule);

}  // namespace headroom::engine
