// SPDX-License-Identifier: Apache-2.0
#include "engine/shapes/machine_shapes.h"

#include <utility>

namespace headroom::engine {

MachineShape machineShapeOf(EquipmentKind kind, PowerKind power, const ShapeSize& onFloor) {
    const EquipmentShapeRow& row = kEquipmentShapes[static_cast<std::size_t>(kind)];
    const PowerShapeRow& unit = kPowerShapes[static_cast<std::size_t>(power)];
    MachineShape shape{row.make == nullptr ? unit.make : row.make, onFloor, 0};
    const bool isElongated = row.make == nullptr ? unit.isElongated : row.isElongated;
    if (isElongated && onFloor.depthM > onFloor.widthM) {
        std::swap(shape.size.widthM, shape.size.depthM);
        shape.quarters = 3;  // its front looks east
    }
    return shape;
}

}  // namespace headroom::engine
