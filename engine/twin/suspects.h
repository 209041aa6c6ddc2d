// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/reliability/diagnosis/diagnosis.h"
#include "engine/twin/twin_report.h"

namespace headroom::engine {

/// Which part of the building an alarm speaks of, by the diagnosis of campaigns
/// (engine/reliability/diagnosis/diagnosis.h). That reads sensors before and after; here "before" is what sensor
/// and models agreed on while learning, so that load and weather, which move both, tell nothing. A single sensor
/// that is off while none of the others of its object is, is itself the first suspect ("sensor ID"); but where that
/// sensor is the power of fans or pumps, and is too high, they are: they wear, and meters seldom do.
Diagnosis suspectsAt(const TwinRun& twin, const TwinReport& report, double whenS);

/// The part that is said where jobs train less than they should and nothing else is off.
inline constexpr const char* kSlowAccelerators = "accelerators";

/// Writes the first suspect of each alarm into it.
void nameSuspects(const TwinRun& twin, TwinReport& report);

}  // namespace headroom::engine
