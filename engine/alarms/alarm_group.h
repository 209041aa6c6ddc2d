// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/alarms/alarm_list.h"

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace headroom::engine {

/// Alarms that go back to one event: what a control room deals with as one thing, however many parts
/// tell of it.
struct AlarmGroup {
    std::int64_t root = -1;    ///< that event; -1 means an alarm of which no event tells, alone
    Words text;                ///< "UPS A: Fails, as ordered."; of a lone alarm, its own
    std::vector<int> members;  ///< of the rows given: that of the event itself first, then as given
    std::array<int, kAlarmSeverities> bySeverity{};

    AlarmSeverity heaviest() const;
};

/// The event that an alarm goes back to: its first cause, else its own; -1 if neither is known.
inline std::int64_t rootOf(const AlarmRow& row) {
    return row.cause >= 0 ? row.cause : row.event;
}

/// The sentence of rootOf(), with the part's name: "UPS A: Fails, as ordered.". An alarm that began its chain is its own
/// first cause.
Words firstCauseText(const AlarmRow& row);

/// Rows by what they go back to, in the order in which the rows name it: of AlarmList::active, the
/// group with the heaviest alarm first.
std::vector<AlarmGroup> groupAlarms(std::span<const AlarmRow> rows);

/// "20 x Interrupted, waits to continue; 6 x No supply": the kinds of a group's members, the most first.
std::string kindsText(std::span<const AlarmRow> rows, const AlarmGroup& group);

}  // namespace headroom::engine
