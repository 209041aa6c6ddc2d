// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/kinds/equipment_kind.h"
#include "models/facility/drill.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

/// The kinds of links of the coolant network, one row each: what network, run, causes, orders and
/// diagrams ask of a kind. The effect of a kind on the water is physics and belongs to it.
namespace headroom::engine {

enum class CoolingLinkKind : std::uint8_t {
    Pipe,
    Pumps,           ///< of the loop
    CondenserPumps,  ///< of the loop's outdoor circuit
    CduPumps,        ///< of the CDU group
    CduPrimary,      ///< facility side of a CDU group, with its control valve
    CduSecondary,    ///< rack side of a CDU group
    AirHandlers,     ///< coils of a hall, with their control valve
    Economiser,      ///< facility side of the plate exchanger
    EconomiserOut,   ///< outdoor side of it
    Evaporators,     ///< chillers, facility side
    Condensers,      ///< chillers, outdoor side
    Towers,
    DryCoolers,
    External,  ///< a plant outside of the model
    Bypass,    ///< with its control valve
    Racks,     ///< one row of racks of a block: headers, quick disconnects, cold plates
    Count
};

/// Whose CoolingLink::subject is.
enum class CoolingOwner : std::uint8_t { Circuit, CduGroup, Hall, RackRow };

/// Which electrical load of its owner drives it.
enum class CoolingFeed : std::uint8_t { None, LoopPumps, HeatRejection, CduPumps, Fans };

/// Role of a link in a circuit: a pipe, a branch that consumes or feeds racks, heat rejection from the return to the supply
/// header, or next to them.
enum class CoolingRole : std::uint8_t { Pipe, Branch, Plant, Bypass };

struct CoolingKindInfo {
    CoolingLinkKind kind;
    std::string_view label;
    CoolingOwner owner;
    CoolingRole role;
    CoolingFeed feed;
    std::optional<EquipmentKind> machine;          ///< whose failures are its own
    std::optional<models::CoolingMachine> orders;  ///< what an order to it names
    bool isPump, turns;                            ///< turns: pumps and fans, with a speed
    bool canFail, canFoul, canLeak, canIsolate;    ///< drills
};

inline constexpr auto kCoolingKinds = [] {
    using K = CoolingLinkKind;
    using E = EquipmentKind;
    using M = models::CoolingMachine;
    using O = CoolingOwner;
    using R = CoolingRole;
    using F = CoolingFeed;
    constexpr auto no = std::nullopt;
    return std::to_array<CoolingKindInfo>({
        {K::Pipe, "Pipe", O::Circuit, R::Pipe, F::None, no, no, false, false, false, false, true,
         false},
        {K::Pumps, "Loop pumps", O::Circuit, R::Plant, F::LoopPumps, E::Pump, M::Pumps, true, true,
         true, false, false, false},
        {K::CondenserPumps, "Condenser pumps", O::Circuit, R::Plant, F::HeatRejection,
         E::CondenserPump, M::CondenserPumps, true, true, true, false, false, false},
        {K::CduPumps, "CDU pumps", O::CduGroup, R::Plant, F::CduPumps, E::Cdu, M::Pumps, true, true,
         true, false, false, false},
        {K::CduPrimary, "CDUs, facility side", O::CduGroup, R::Branch, F::None, E::Cdu, M::Cdus,
         false, false, true, true, true, true},
        {K::CduSecondary, "CDUs, rack side", O::CduGroup, R::Plant, F::None, E::Cdu, M::Cdus, false,
         false, true, true, true, true},
        {K::AirHandlers, "Air handlers", O::Hall, R::Branch, F::Fans, E::Crah, M::AirHandlers,
         false, true, true, true, false, true},
        {K::Economiser, "Economiser", O::Circuit, R::Plant, F::None, no, M::Exchanger, false, false,
         false, true, false, false},
        {K::EconomiserOut, "Economiser, outdoor side", O::Circuit, R::Plant, F::None, no,
         M::Exchanger, false, false, false, true, false, false},
        {K::Evaporators, "Chillers", O::Circuit, R::Plant, F::HeatRejection, E::Chiller,
         M::Chillers, false, false, true, false, false, false},
        {K::Condensers, "Chiller condensers", O::Circuit, R::Plant, F::HeatRejection, E::Chiller,
         M::Chillers, false, false, true, false, false, false},
        {K::Towers, "Cooling towers", O::Circuit, R::Plant, F::HeatRejection, E::CoolingTower,
         M::Towers, false, true, true, false, false, false},
        {K::DryCoolers, "Dry coolers", O::Circuit, R::Plant, F::HeatRejection, E::DryCooler,
         M::DryCoolers, false, true, true, false, false, false},
        {K::External, "External cooling", O::Circuit, R::Plant, F::HeatRejection, no, M::Chillers,
         false, false, true, false, false, false},
        {K::Bypass, "Bypass", O::Circuit, R::Bypass, F::None, no, M::Valve, false, false, false,
         false, false, false},
        {K::Racks, "Row of racks", O::RackRow, R::Branch, F::None, no, no, false, false, false,
         false, true, true},
    });
}();

static_assert(kCoolingKinds.size() == static_cast<std::size_t>(CoolingLinkKind::Count));

constexpr const CoolingKindInfo& infoOf(CoolingLinkKind kind) {
    return kCoolingKinds[static_cast<std::size_t>(kind)];
}

}  // namespace headroom::engine
