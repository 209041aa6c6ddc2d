// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/units/unit_system.h"

namespace headroom::ui {

/// The unit of an axis whose largest value is `largestSi`: of the choice of units, else the member of the unit's family in
/// which that value has one to four digits before the point (shownUnit()).
DisplayUnit axisUnit(const models::Unit& unit, double largestSi);

}  // namespace headroom::ui
