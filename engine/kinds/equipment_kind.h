// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/kinds/power_kind.h"

#include <array>
#include <cstdint>
#include <string_view>

/// The kinds of machines that are on the floor, one row each: name, group and the looks that
/// 3-D, plan, SVG and glTF share. Parts of the wiring are one kind here; which, their PowerKind says.
namespace headroom::engine {

enum class EquipmentKind : std::uint8_t {
    Cdu,
    Crah,
    Chiller,
    CoolingTower,
    DryCooler,
    Pump,
    CondenserPump,
    NetworkRack,
    StorageRack,
    PowerUnit,
    Count
};

/// Owner; colours follow from it.
enum class EquipmentGroup : std::uint8_t {
    HallCooling,
    HeatRejection,
    Network,
    Storage,
    Power,
    Count
};

struct EquipmentLook {
    std::string_view icon;          ///< of resources/icons
    std::string_view fill, stroke;  ///< of a plan as SVG
    std::array<double, 4> gltf;     ///< base colour, linear
};

inline constexpr auto kEquipmentLooks = std::to_array<EquipmentLook>({
    {"cooling", "#cfe3f3", "#1f5f94", {0.15, 0.38, 0.60, 1}},
    {"cooling", "#dcebe6", "#2b6b58", {0.15, 0.38, 0.60, 1}},
    {"network", "#e2d9ee", "#5b3f8a", {0.30, 0.22, 0.45, 1}},
    {"storage", "#e2d9ee", "#5b3f8a", {0.30, 0.22, 0.45, 1}},
    {"power", "#f6e5c8", "#8a5a12", {0.60, 0.40, 0.12, 1}},
});

struct EquipmentKindInfo {
    EquipmentKind kind;
    std::string_view label;
    std::string_view tag;  ///< what drawings write on a small one, with its number: "CT3"
    EquipmentGroup group;
    bool hasFans;  ///< drawn with fans on top; of chillers those that are cooled by air
    YardShape
        yard;  ///< of heat rejection, which is in lines; a part that states its size has that one
};

inline constexpr auto kEquipmentKinds = std::to_array<EquipmentKindInfo>({
    {EquipmentKind::Cdu, "CDU", "CDU", EquipmentGroup::HallCooling, false, {}},
    {EquipmentKind::Crah, "Air handler", "AH", EquipmentGroup::HallCooling, false, {}},
    {EquipmentKind::Chiller,
     "Chiller",
     "CH",
     EquipmentGroup::HeatRejection,
     true,
     {5.5, 2.5, 2.6, 1.2, 8}},
    {EquipmentKind::CoolingTower,
     "Cooling tower",
     "CT",
     EquipmentGroup::HeatRejection,
     true,
     {6.5, 6.5, 7.0, 0.3, 8}},
    {EquipmentKind::DryCooler,
     "Dry cooler",
     "DC",
     EquipmentGroup::HeatRejection,
     true,
     {2.4, 11.0, 2.5, 1.0, 16}},
    {EquipmentKind::Pump,
     "Pump",
     "P",
     EquipmentGroup::HeatRejection,
     false,
     {1.8, 1.2, 1.4, 0.8, 12}},
    {EquipmentKind::CondenserPump,
     "Condenser pump",
     "CP",
     EquipmentGroup::HeatRejection,
     false,
     {1.8, 1.2, 1.4, 0.8, 12}},
    {EquipmentKind::NetworkRack, "Network rack", "NR", EquipmentGroup::Network, false, {}},
    {EquipmentKind::StorageRack, "Storage rack", "SR", EquipmentGroup::Storage, false, {}},
    {EquipmentKind::PowerUnit, "Power unit", "PU", EquipmentGroup::Power, false, {}},
});

static_assert(kEquipmentKinds.size() == static_cast<std::size_t>(EquipmentKind::Count));
static_assert(kEquipmentLooks.size() == static_cast<std::size_t>(EquipmentGroup::Count));

constexpr const EquipmentKindInfo& infoOf(EquipmentKind kind) {
    return kEquipmentKinds[static_cast<std::size_t>(kind)];
}

constexpr const EquipmentLook& lookOf(EquipmentKind kind) {
    return kEquipmentLooks[static_cast<std::size_t>(infoOf(kind).group)];
}

inline const char* equipmentKindName(EquipmentKind kind) {
    return infoOf(kind).label.data();
}

}  // namespace headroom::engine
