// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/causes/diagnosis.h"

#include <vector>

namespace headroom::engine {

/// Units of the wiring that would explain the alarms, by what hangs below them:
///   score = sqrt(recall * precision)
///   recall     share of the alarms from below the unit (its own with them)
///   precision  share of what is directly below it, down to the next unit that alarms or to a load,
///              that alarms
/// Alarms that no wiring explains (racks that throttled before) are left out. Empty without alarms
/// of units, machines or racks.
std::vector<Suspect> powerSuspects(const Plant& plant, const std::vector<Alarm>& alarms);

}  // namespace headroom::engine
