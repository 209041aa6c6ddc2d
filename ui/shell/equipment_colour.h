// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/kinds/equipment_kind.h"
#include "ui/shell/theme.h"

#include <array>

namespace headroom::ui {

/// Of a machine on the floor, the same in 3-D, plan and previews.
inline QColor equipmentColour(engine::EquipmentKind kind, const ThemeColours& colours) {
    const std::array ofGroup{colours.equipmentCooling, colours.equipmentCooling,
                             colours.equipmentNetwork, colours.equipmentStorage,
                             colours.equipmentPower};
    static_assert(ofGroup.size() == static_cast<std::size_t>(engine::EquipmentGroup::Count));
    return ofGroup[static_cast<std::size_t>(engine::infoOf(kind).group)];
}

}  // namespace headroom::ui
