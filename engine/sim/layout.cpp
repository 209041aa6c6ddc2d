// SPDX-License-Identifier: Apache-2.0
#include "engine/sim/layout.h"

#include <cstdio>

namespace headroom::engine {

std::string RackBox::name() const {
    char text[32];
    std::snprintf(text, sizeof text, "R%02d-%02d", row + 1, column + 1);
    return text;
}

const char* equipmentKindName(EquipmentKind kind) {
    switch (kind) {
        case EquipmentKind::Cdu:
            return "CDU";
        case EquipmentKind::Crah:
            return "Air handler";
        case EquipmentKind::Ups:
            return "UPS";
        case EquipmentKind::Pdu:
            return "PDU";
        case EquipmentKind::Transformer:
            return "Transformer";
        case EquipmentKind::Genset:
            return "Generator set";
        case EquipmentKind::Chiller:
            return "Chiller";
        case EquipmentKind::CoolingTower:
            return "Cooling tower";
        case EquipmentKind::DryCooler:
            return "Dry cooler";
        case EquipmentKind::Pump:
            return "Pump";
        case EquipmentKind::CondenserPump:
            return "Condenser pump";
        case EquipmentKind::NetworkRack:
            return "Network rack";
        case EquipmentKind::StorageRack:
            return "Storage rack";
        case EquipmentKind::PowerUnit:
            return "Power unit";
    }
    return "";
}

}  // namespace headroom::engine
