// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/alarms/alarm_conditions.h"
#include "engine/alarms/alarm_list.h"

#include <string>

namespace headroom::engine {

/// Fills object, subject, name, rack and job of a row: whose condition it is, in the words of the
/// project, and where to look.
void nameAlarm(const Plant& plant, const State& state, const AlarmSeen& seen, AlarmRow& row);

/// The name that the project gives a part which an event names by its id ("ups-a/2", "cdus",
/// "liquid/R01-09"); the id itself where it has none.
std::string nameOfPart(const Plant& plant, const std::string& id);

}  // namespace headroom::engine
