// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/alarms/alarm_kind.h"
#include "engine/base/words.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace headroom::engine {

/// One alarm, from its raising on.
struct AlarmRow {
    std::int64_t number = -1;  ///< of the run, ascending; keeps to it
    AlarmKind kind = AlarmKind::UnitFailed;
    std::string object;     ///< id of the project's object: "ups-a"; empty means the facility
    std::string subject;    ///< id of the part: "ups-a/2"
    std::string name;       ///< for people: "UPS A 2"
    int count = 1, of = 1;  ///< where the kind counts: 8 of 16 racks; `count` is the most so far
    double sinceS = 0.0;
    double endedS = -1.0;     ///< negative: active
    std::int64_t event = -1;  ///< that told of it; -1 if none
    std::int64_t cause = -1;  ///< first event of its chain, -1: none but `event`
    Words text;               ///< of the event
    Words causeText;          ///< "grid-a: Mains lost."; empty means nothing led to it
    int rack = -1;            ///< where to look
    std::int64_t job = -1;    ///< JobRow::id

    bool isActive() const { return endedS < 0.0; }

    AlarmSeverity severity() const { return infoOf(kind).severity; }
};

/// "Tripped for heat: 8 of 16 racks".
std::string alarmText(const AlarmRow& row);

/// Read-only, shared between frames while nothing changes.
struct AlarmList {
    std::vector<AlarmRow> active;  ///< the heaviest first, of these the newest
    std::vector<AlarmRow> ended;   ///< the newest kMostEnded, by time of their end, newest first
    std::int64_t raised = 0;       ///< since the start
    std::int64_t left = 0;         ///< ended ones that are no longer in `ended`
    std::array<int, kAlarmSeverities> activeBySeverity{};

    static constexpr std::size_t kMostEnded = 1000;
};

}  // namespace headroom::engine
