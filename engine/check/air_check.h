// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/air/hall_air.h"
#include "engine/check/check.h"

namespace headroom::engine {

class Findings;
struct Design;
struct Plant;

inline constexpr RuleInfo kHallAirRule{"hall-air",
                                       "Inlets of the air field suit the hall's air class"};

/// Whether an inlet is above the air class of the hall, or its RCI (high) is below 90 %.
bool isTooHot(const AirIndices& indices, const models::HallSpec& hall);

/// Rule "hall-air" on the air fields that the project holds, at design load. It warns where the hottest rack breathes more
/// than the air class of the hall allows, and where the rack cooling index (RCI high) is below 90 %. It notes that a
/// field is of an earlier state of the hall, and that its inlets miss by more than kFineK. Halls without a field have no
/// finding: airOfRun() lists them.
void hallAirFindings(const Design& design, const Plant& plant, Findings& findings);

}  // namespace headroom::engine
