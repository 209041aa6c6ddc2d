// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/alarms/alarm_list.h"
#include "engine/twin/twin_report.h"

#include <cstdint>
#include <vector>

namespace headroom::engine {

/// Numbers of alarms of a twin begin here, so that they never meet those of a run next to them.
inline constexpr std::int64_t kFirstTwinAlarm = std::int64_t{1} << 40U;

/// The alarms of a twin that were raised by an instant (since 1970), as rows of the list of a control room. Their number is
/// kFirstTwinAlarm and their place in the report, their subject the sensor's id, their text what it is off by, and its
/// suspect; object, name and rack are for the caller, who knows the floor. Times are seconds after `originS`, not below 0.
std::vector<AlarmRow> twinAlarmRows(const TelemetryMap& map, const TwinReport& report, double atS,
                                    double originS);

/// Puts rows into a list in its order: active ones by severity and time, ended ones by their end.
AlarmList withRows(AlarmList list, const std::vector<AlarmRow>& rows);

}  // namespace headroom::engine
