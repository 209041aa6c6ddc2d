// SPDX-License-Identifier: Apache-2.0
#include "ui/floor/machine_tint.h"

#include "engine/power/network.h"
#include "engine/run/conditions.h"
#include "ui/cooling/cooling_text.h"
#include "ui/cooling/process_paint.h"
#include "ui/kit/condition_mark.h"
#include "ui/simulation/computed.h"

#include <algorithm>
#include <array>
#include <map>
#include <string>

namespace headroom::ui {

using engine::Condition;
using engine::CoolingLinkState;

QColor equipmentColour(engine::EquipmentKind kind, const ThemeColours& colours) {
    const std::array ofGroup{colours.equipmentCooling, colours.equipmentCooling,
                             colours.equipmentNetwork, colours.equipmentStorage,
                             colours.equipmentPower};
    static_assert(ofGroup.size() == static_cast<std::size_t>(engine::EquipmentGroup::Count));
    return ofGroup[static_cast<std::size_t>(engine::infoOf(kind).group)];
}

CoolingLinkState machineState(const engine::EquipmentBox& box, const engine::Frame* frame) {
    if (frame == nullptr || !hasCoolingValues(*frame)) {
        return CoolingLinkState::Running;
    }
    const int link = linkOfEquipment(*frame->cooling, box);
    return link < 0 ? CoolingLinkState::Running
                    : frame->coolingLinks[static_cast<std::size_t>(link)].state;
}

std::vector<Condition> machineConditions(const engine::Layout& layout, const engine::Frame* frame) {
    std::vector<Condition> conditions(layout.equipment.size(), Condition::Normal);
    if (!isComputed(frame)) {
        return conditions;
    }
    // Boxes of an array stand in the order of its units, each with all its modules.
    std::map<std::string, int> stood;
    for (std::size_t i = 0; i < conditions.size(); ++i) {
        const engine::EquipmentBox& box = layout.equipment[i];
        if (box.kind != engine::EquipmentKind::PowerUnit) {
            conditions[i] = engine::conditionOf(machineState(box, frame));
            continue;
        }
        const int array = frame->network == nullptr ? -1 : frame->network->arrayOf(box.id);
        if (array < 0 || frame->powerUnits.empty()) {
            continue;
        }
        const auto& units = frame->network->arrays[static_cast<std::size_t>(array)];
        const auto first = static_cast<std::size_t>(units.firstUnit);
        const int modules = std::max(1, frame->network->units[first].modules);
        const int unit = std::min(units.units - 1, stood[box.id]++ / modules);
        conditions[i] = engine::conditionOf(frame->powerUnits[first + static_cast<std::size_t>(unit)]);
    }
    return conditions;
}

std::vector<QRgb> machineTints(const engine::Layout& layout, const engine::Frame* frame) {
    const ThemeColours& colours = Theme::instance().colours();
    const std::vector<Condition> conditions = machineConditions(layout, frame);
    std::vector<QRgb> tints;
    tints.reserve(layout.equipment.size());
    for (std::size_t i = 0; i < layout.equipment.size(); ++i) {
        const engine::EquipmentBox& box = layout.equipment[i];
        const QColor own = equipmentColour(box.kind, colours);
        const CoolingLinkState state = machineState(box, frame);
        if (conditions[i] != Condition::Normal) {
            tints.push_back(conditionColour(conditions[i], colours).rgb());
        } else if (state == CoolingLinkState::Starting) {
            tints.push_back(inkOfState(state, colours).rgb());
        } else if (state == CoolingLinkState::Standby) {
            const QColor& idle = colours.idleRack;
            tints.push_back(qRgb((own.red() + idle.red()) / 2, (own.green() + idle.green()) / 2,
                                 (own.blue() + idle.blue()) / 2));
        } else {
            tints.push_back(own.rgb());
        }
    }
    return tints;
}

}  // namespace headroom::ui
