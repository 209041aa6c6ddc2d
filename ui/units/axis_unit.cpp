// SPDX-License-Identifier: Apache-2.0
#include "ui/units/axis_unit.h"

#include "ui/units/quantity_text.h"

namespace headroom::ui {

DisplayUnit axisUnit(const models::Unit& unit, double largestSi) {
    if (UnitSystem::instance().converts(unit)) {
        return UnitSystem::instance().shown(unit);
    }
    const ShownUnit shown = shownUnit(unit, largestSi);
    return {shown.symbol, shown.toSi, 0.0};
}

}  // namespace headroom::ui
