// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/air/field/library.h"
#include "engine/check/check.h"

#include <string_view>
#include <vector>

namespace headroom::engine {

class Findings;

inline constexpr RuleInfo kHallAirRule{"hall-air",
                                       "Inlets of the air field suit the hall's air class"};

/// Whether the hottest inlet is above the air class of the hall, or its RCI (high) is below 90 %.
bool isTooHot(const AirField& field, const models::HallSpec& hall);

/// Rule "hall-air" on the fields at design load that a library holds. It warns where the hottest rack breathes more
/// than the air class of the hall allows, and where the rack cooling index (RCI high) is below 90 %. It notes that a
/// field has not settled, or that its cells are coarse. Halls without a field have no finding: airOfRun() lists them.
void hallAirFindings(const AirStudy& study, const AirLibrary& library, Findings& findings);

/// checkProject() at full depth after the fields at design load that the library lacks were computed, which takes
/// seconds to minutes. Errors of airStudy() and solveAirField(). `options.progress` gets 0..1 over all halls.
ResultAll<std::vector<Finding>> checkAir(const Project& project, const Catalogue& catalogue,
                                         AirLibrary& library, const AirFieldOptions& options);

}  // namespace headroom::engine
