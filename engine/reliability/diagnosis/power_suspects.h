// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/reliability/diagnosis/diagnosis.h"

#include <vector>

namespace headroom::engine {

/// Units of the wiring that would explain the alarms, by what hangs below them:
///   score = sqrt(recall * (1 + precision) / 2)
///   recall     share of the alarms from below the unit (its own with them)
///   precision  share of what is directly below it, down to the next unit that alarms or to a load,
///              that alarms; loads with a second cord need not
///   generators one that feeds no transfer switch to a generator is half as likely while generators
///              carry load, and one that does while they rest
/// Alarms that no wiring explains (racks that throttled before) are left out. Empty without alarms
/// of units, machines or racks.
std::vector<Suspect> powerSuspects(const Plant& plant, const std::vector<Alarm>& alarms,
                                   bool gensetsRun);

}  // namespace headroom::engine
