// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/air/field/field.h"
#include "engine/check/check.h"

#include <vector>

namespace headroom::engine {

/// Checks the air field of each hall at design load. The field takes seconds to minutes, so it is computed on request.
/// Rule "hall-air" warns where the hottest rack breathes more than the air class of the hall allows.
/// It warns where the rack cooling index (RCI high) is below 90 %. It notes that the field has not settled.
/// It notes the worst rack if zones, which the run uses, differ from the field by more than 2 K. Halls whose racks move no air are skipped.
/// Errors of airStudy() and solveAirField(). `options.progress` gets 0..1 over all halls.
ResultAll<std::vector<Finding>> checkAir(const Project& project, const Catalogue& catalogue,
                                         const AirFieldOptions& options);

}  // namespace headroom::engine
