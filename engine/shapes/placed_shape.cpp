// SPDX-License-Identifier: Apache-2.0
#include "engine/shapes/placed_shape.h"

#include "engine/shapes/rack_shapes.h"

#include <cmath>
#include <utility>

namespace headroom::engine {

namespace {

/// NaN never equals NaN: a height that nobody states is 0 here.
RackLook comparable(RackLook look) {
    look.serverU = std::isfinite(look.serverU) ? look.serverU : 0.0;
    return look;
}

}  // namespace

Shape shapeOf(const ShapeKey& key, ShapeDetail detail) {
    return turned(
        key.make == nullptr ? rackShape(key.rack, key.size, detail) : key.make(key.size, detail),
        key.quarters);
}

ShapeKey shapeKeyOf(const Layout& layout, const RackBox& rack) {
    const auto block = static_cast<std::size_t>(rack.block);
    ShapeKey key;
    key.rack = block < layout.blockLooks.size() ? layout.blockLooks[block] : RackLook{};
    key.rack = comparable(key.rack);
    key.size = {rack.box.width, rack.box.depth, rack.box.height};
    key.quarters = static_cast<int>(rack.facing);  // South, West, North, East: clockwise
    if (rack.runsNorth()) {
        std::swap(key.size.widthM, key.size.depthM);
    }
    return key;
}

ShapeKey shapeKeyOf(const Layout& layout, const EquipmentBox& machine) {
    const Box& b = machine.box;
    const MachineShape shape =
        machineShapeOf(machine.kind, machine.power, {b.width, b.depth, b.height});
    ShapeKey key{shape.make, comparable({}), shape.size, shape.quarters};
    if (machine.kind == EquipmentKind::Chiller && !machine.hasFans) {
        key.make = &waterChillerShape;
    }
    const auto hall = static_cast<std::size_t>(machine.group);
    if (machine.kind == EquipmentKind::Crah && hall < layout.halls.size()) {
        const Box& room = layout.halls[hall].box;
        const bool isEast = b.x + b.width / 2.0 > room.x + room.width / 2.0;
        const bool isNorth = b.y + b.depth / 2.0 > room.y + room.depth / 2.0;
        key.quarters = shape.quarters != 0 ? (isEast ? 1 : 3) : (isNorth ? 0 : 2);
    }
    return key;
}

}  // namespace headroom::engine
