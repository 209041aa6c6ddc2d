// SPDX-License-Identifier: Apache-2.0
#include "ui/floor/machine_tint.h"

#include "ui/cooling/cooling_text.h"
#include "ui/cooling/process_paint.h"

namespace headroom::ui {

using engine::CoolingLinkState;

QColor equipmentColour(engine::EquipmentKind kind, const ThemeColours& colours) {
    using engine::EquipmentKind;
    switch (kind) {
        case EquipmentKind::Ups:
        case EquipmentKind::Pdu:
        case EquipmentKind::Transformer:
        case EquipmentKind::Genset:
        case EquipmentKind::PowerUnit:
            return colours.equipmentPower;
        case EquipmentKind::Cdu:
        case EquipmentKind::Crah:
        case EquipmentKind::Chiller:
        case EquipmentKind::CoolingTower:
        case EquipmentKind::DryCooler:
        case EquipmentKind::Pump:
        case EquipmentKind::CondenserPump:
            return colours.equipmentCooling;
        case EquipmentKind::NetworkRack:
            return colours.equipmentNetwork;
        case EquipmentKind::StorageRack:
            return colours.equipmentStorage;
    }
    return colours.equipmentStorage;
}

CoolingLinkState machineState(const engine::EquipmentBox& box, const engine::Frame* frame) {
    if (frame == nullptr || !hasCoolingValues(*frame)) {
        return CoolingLinkState::Running;
    }
    const int link = linkOfEquipment(*frame->cooling, box);
    return link < 0 ? CoolingLinkState::Running
                    : frame->coolingLinks[static_cast<std::size_t>(link)].state;
}

std::vector<QRgb> machineTints(const engine::Layout& layout, const engine::Frame* frame) {
    const ThemeColours& colours = Theme::instance().colours();
    std::vector<QRgb> tints;
    tints.reserve(layout.equipment.size());
    for (const engine::EquipmentBox& box : layout.equipment) {
        const QColor own = equipmentColour(box.kind, colours);
        switch (const CoolingLinkState state = machineState(box, frame)) {
            case CoolingLinkState::Running:
                tints.push_back(own.rgb());
                break;
            case CoolingLinkState::Standby: {
                const QColor& idle = colours.idleRack;
                tints.push_back(qRgb((own.red() + idle.red()) / 2, (own.green() + idle.green()) / 2,
                                     (own.blue() + idle.blue()) / 2));
                break;
            }
            default:
                tints.push_back(inkOfState(state, colours).rgb());
                break;
        }
    }
    return tints;
}

}  // namespace headroom::ui
