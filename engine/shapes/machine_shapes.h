// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/kinds/equipment_kind.h"
#include "engine/shapes/shape_builder.h"

/// The shapes of machines, one row each for the kinds of the floor and for those of the wiring. A new kind is an
/// enumerator there, a function in the file of its subject, and a row here.
namespace headroom::engine {

using ShapeMaker = Shape (*)(const ShapeSize& size, ShapeDetail detail);

// hall_cooling_shapes.cpp
Shape cduShape(const ShapeSize& size, ShapeDetail detail);
Shape airHandlerShape(const ShapeSize& size, ShapeDetail detail);
// heat_rejection_shapes.cpp
Shape chillerShape(const ShapeSize& size, ShapeDetail detail);
Shape waterChillerShape(const ShapeSize& size, ShapeDetail detail);
Shape towerShape(const ShapeSize& size, ShapeDetail detail);
Shape dryCoolerShape(const ShapeSize& size, ShapeDetail detail);
Shape pumpShape(const ShapeSize& size, ShapeDetail detail);
// cabinet_shapes.cpp
Shape networkRackShape(const ShapeSize& size, ShapeDetail detail);
Shape storageRackShape(const ShapeSize& size, ShapeDetail detail);
// source_shapes.cpp
Shape utilityShape(const ShapeSize& size, ShapeDetail detail);
Shape gensetShape(const ShapeSize& size, ShapeDetail detail);
Shape fuelCellShape(const ShapeSize& size, ShapeDetail detail);
// distribution_shapes.cpp
Shape transformerShape(const ShapeSize& size, ShapeDetail detail);
Shape switchboardShape(const ShapeSize& size, ShapeDetail detail);
Shape upsShape(const ShapeSize& size, ShapeDetail detail);
Shape transferSwitchShape(const ShapeSize& size, ShapeDetail detail);
Shape pduShape(const ShapeSize& size, ShapeDetail detail);

struct EquipmentShapeRow {
    EquipmentKind kind;
    ShapeMaker make;   ///< Null for a power unit, whose PowerKind decides.
    bool isElongated;  ///< The longer side is the width.
};

inline constexpr auto kEquipmentShapes = std::to_array<EquipmentShapeRow>({
    {EquipmentKind::Cdu, &cduShape, false},
    {EquipmentKind::Crah, &airHandlerShape, true},
    {EquipmentKind::Chiller, &chillerShape, true},
    {EquipmentKind::CoolingTower, &towerShape, false},
    {EquipmentKind::DryCooler, &dryCoolerShape, true},
    {EquipmentKind::Pump, &pumpShape, true},
    {EquipmentKind::CondenserPump, &pumpShape, true},
    {EquipmentKind::NetworkRack, &networkRackShape, false},
    {EquipmentKind::StorageRack, &storageRackShape, false},
    {EquipmentKind::PowerUnit, nullptr, false},
});

struct PowerShapeRow {
    PowerKind kind;
    ShapeMaker make;
    bool isElongated;
};

inline constexpr auto kPowerShapes = std::to_array<PowerShapeRow>({
    {PowerKind::Utility, &utilityShape, true},
    {PowerKind::Transformer, &transformerShape, true},
    {PowerKind::Switchboard, &switchboardShape, true},
    {PowerKind::Genset, &gensetShape, true},
    {PowerKind::Ups, &upsShape, true},
    {PowerKind::TransferSwitch, &transferSwitchShape, true},
    {PowerKind::Pdu, &pduShape, true},
    {PowerKind::FuelCell, &fuelCellShape, true},
});

static_assert(kEquipmentShapes.size() == static_cast<std::size_t>(EquipmentKind::Count));
static_assert(kPowerShapes.size() == kPowerKindCount);

/// Shape and quarter turns of a machine whose front looks south by default; `power` only matters for a PowerUnit.
struct MachineShape {
    ShapeMaker make = nullptr;
    ShapeSize size;  ///< before it is turned
    int quarters = 0;
};

MachineShape machineShapeOf(EquipmentKind kind, PowerKind power, const ShapeSize& onFloor);

}  // namespace headroom::engine
