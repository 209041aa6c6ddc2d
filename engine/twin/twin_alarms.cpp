// SPDX-License-Identifier: Apache-2.0
#include "engine/twin/twin_alarms.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <tuple>

namespace headroom::engine {

std::vector<AlarmRow> twinAlarmRows(const TelemetryMap& map, const TwinReport& report, double atS,
                                    double originS) {
    std::vector<AlarmRow> rows;
    for (std::size_t a = 0; a < report.alarms.size(); ++a) {
        const ResidualAlarm& alarm = report.alarms[a];
        if (alarm.raisedS > atS) {
            continue;
        }
        AlarmRow& row = rows.emplace_back();
        row.number = kFirstTwinAlarm + static_cast<std::int64_t>(a);
        row.kind = AlarmKind::SensorOff;
        row.subject = map.sensors[static_cast<std::size_t>(alarm.sensor)].id;
        row.name = row.subject;
        row.sinceS = std::max(0.0, alarm.raisedS - originS);
        if (!alarm.isActive() && alarm.clearedS <= atS) {
            row.endedS = std::max(0.0, alarm.clearedS - originS);
        }
        row.text = fmt::format("{} is {:.1f} spreads {} what was learned.", row.subject,
                               std::abs(alarm.worst), alarm.worst > 0.0 ? "above" : "below");
        if (!alarm.suspect.empty()) {
            row.causeText = "Suspect: " + alarm.suspect + ".";
        }
    }
    return rows;
}

AlarmList withRows(AlarmList list, const std::vector<AlarmRow>& rows) {
    for (const AlarmRow& row : rows) {
        if (row.isActive()) {
            list.active.push_back(row);
            ++list.activeBySeverity[static_cast<std::size_t>(row.severity())];
        } else {
            list.ended.push_back(row);
        }
    }
    list.raised += static_cast<std::int64_t>(rows.size());
    std::stable_sort(list.active.begin(), list.active.end(),
                     [](const AlarmRow& a, const AlarmRow& b) {
                         return std::make_tuple(static_cast<int>(a.severity()), a.sinceS) >
                                std::make_tuple(static_cast<int>(b.severity()), b.sinceS);
                     });
    std::stable_sort(list.ended.begin(), list.ended.end(),
                     [](const AlarmRow& a, const AlarmRow& b) { return a.endedS > b.endedS; });
    return list;
}

}  // namespace headroom::engine
