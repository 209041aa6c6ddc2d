// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/alarms/alarm_conditions.h"
#include "engine/alarms/alarm_list.h"

namespace headroom::engine {

/// Fills object, subject, name, rack and job of a row: whose condition it is, in the words of the
/// project, and where to look.
void nameAlarm(const Plant& plant, const State& state, const AlarmSeen& seen, AlarmRow& row);

}  // namespace headroom::engine
