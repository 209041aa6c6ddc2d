// SPDX-License-Identifier: Apache-2.0
#include "engine/floor/layout.h"

namespace headroom::engine {

Box rackPlace(const models::RackBlockSpec& spec, const models::RackSpec& rack, double pitchM,
              double hallX, double hallY, int row, int column) {
    const double x = hallX + spec.xM, y = hallY + spec.yM;
    if (spec.runsNorth()) {
        return {x + row * spec.rowPitchM, y + column * pitchM, 0.0,
                rack.depthM,              rack.widthM,         rack.heightM};
    }
    return {x + column * pitchM, y + row * spec.rowPitchM, 0.0,
            rack.widthM,         rack.depthM,              rack.heightM};
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
