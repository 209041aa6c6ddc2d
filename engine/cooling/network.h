// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/index.h"
#include "engine/base/special_members.h"
#include "engine/kinds/cooling_kind.h"

#include <cstdint>
#include <string>
#include <vector>

/// The coolant piping of a facility, expanded from its loops, CDU groups, halls and rack blocks:
/// circuits of nodes (mixing volumes) and links (pipes, pumps, machines, rack rows), and the
/// exchangers that join two links. One graph serves hydraulics, temperatures, tracing and drawing.
///
///   facility circuit   return header → pumps → heat rejection → supply header → supply main with
///                      a tap for each CDU group, and for the air handlers of each hall → branch
///                      (balancing valve, control valve, exchanger) → return main → return header;
///                      a bypass with a valve from the end of the main
///   outdoor circuit    basin → condenser pumps → economiser → condensers → towers or dry coolers
///   rack circuit       CDU return → CDU pumps → exchanger → row headers → rows of racks → back
///
/// Equal machines in parallel are one link with `units`. Flow is positive from `from` to `to`.
namespace headroom::engine {

enum class CircuitKind : std::uint8_t { Facility, Outdoor, Rack };

/// Kind of a link. Each has the subject that `subject` indexes.
struct CoolingCircuit {
    std::string id;    ///< "warm", "warm/outdoor", or the CDU group's id
    std::string name;  ///< for people
    CircuitKind kind = CircuitKind::Facility;
    int subject = 0;    ///< loop (Facility, Outdoor) or CDU group (Rack)
    std::string fluid;  ///< catalogue id
    int firstNode = 0, nodes = 0, firstLink = 0, links = 0;  ///< contiguous
    NodeIndex expansionNode{0};  ///< where the expansion vessel, or the open basin, holds pressure
    double expansionPa = 0.0;    ///< there, above the atmosphere
    double expansionM3 = 0.0;    ///< water that the vessel gives before its pressure is gone
    double designM3PerS = 0.0;   ///< of its pumps together
    double volumeM3 = 0.0;       ///< of its nodes
};

/// A mixing volume: header, tap, stretch of main, buffer, basin.
struct CoolingNode {
    std::string name;  ///< "supply header", "tap 3, return"
    CircuitIndex circuit{0};
    double volumeM3 = 0.0;  ///< pipe and vessel contents that mix here; 0 means a mere junction
    bool supply = true;     ///< on the cold side
};

struct CoolingLink {
    std::string name;  ///< "CDUs of hall 3", "row 2 of racks-3"
    CoolingLinkKind kind = CoolingLinkKind::Pipe;
    CircuitIndex circuit{0};
    NodeIndex from{0}, to{0};
    int subject = 0;  ///< loop, CDU group, hall or rack block, by kind; loop or CDU group for pipes
    int row = 0;      ///< Racks: of the block
    int units = 1;    ///< in parallel
    double lengthM = 0.0, diameterM = 0.0;  ///< Pipe; 0 for machines
    double designM3PerS = 0.0;              ///< through all units
    /// Pressure loss at the design flow [Pa], parts in series: pipe friction or machine; open
    /// control valve (0: none); balancing valve as commissioning set it.
    double designPa = 0.0, valvePa = 0.0, balancingPa = 0.0;
    bool hasValve = false;
    double lackPa = 0.0;  ///< of branches: what the pumps' design head misses at design flow
};

/// Two links that exchange heat, or one link and the air or outdoors.
struct CoolingExchanger {
    LinkIndex hot;   ///< link that is cooled; -1 if the air of hall `subject` (AirHandlers)
    LinkIndex cold;  ///< link that is warmed; -1 means outdoor air
};

struct CoolingNetwork {
    HEADROOM_SPECIAL_MEMBERS(CoolingNetwork);

    ByCircuit<CoolingCircuit> circuits;
    ByNode<CoolingNode> nodes;
    ByLink<CoolingLink> links;
    std::vector<CoolingExchanger> exchangers;

    // where things are, -1: nowhere
    ByLoop<CircuitIndex> loopCircuit, loopOutdoor;
    ByLoop<LinkIndex> loopPumps, loopCondenserPumps, loopBypass;
    ByLoop<LinkIndex> loopEconomiser, loopEconomiserOut;
    ByLoop<LinkIndex> loopEvaporators, loopCondensers, loopTowers, loopDryCoolers, loopExternal;
    ByLoop<NodeIndex> loopSupply, loopReturn, loopBasin;
    ByCdu<CircuitIndex> cduCircuit;
    ByCdu<LinkIndex> cduPumps, cduPrimary, cduSecondary;
    ByCdu<NodeIndex> cduSupply, cduReturn;
    ByHall<LinkIndex> hallCoil;
    std::vector<LinkIndex> rowLinks;  ///< links of rows, by block, then row
    ByBlock<int> blockFirstRow;       ///< into rowLinks; -1 means air
    std::vector<int> firstOut;
    std::vector<LinkIndex> outLinks;  ///< links by the node that they leave

    /// Link of a row of a block; -1 means cooled by air.
    LinkIndex rowLink(BlockIndex block, int row) const;

    /// Links from the return of heat rejection to a row of racks and back, in the order of flow:
    /// plant, supply main, CDUs, row headers, row; then CDU pumps, CDUs, return main. Path of a block that is cooled by
    /// air: to the air handlers of its hall, and back.
    std::vector<LinkIndex> trace(BlockIndex block, int row, HallIndex hall) const;
};

/// State of a circuit's machine.
enum class CoolingLinkState : std::uint8_t {
    Running,
    Standby,   ///< not wanted now
    Starting,  ///< ordered, not at full duty yet
    NoPower,   ///< none of its units has power
    Failed,    ///< none of its units is in service
    Stuck,     ///< its valve does not move
    Leaking,
    Isolated  ///< shut off by a person or by leak detection
};

const char* coolingLinkStateName(CoolingLinkState state);

struct CoolingLinkNow {
    CoolingLinkState state = CoolingLinkState::Running;
    float flowM3PerS = 0.0F;  ///< all units
    float inC = 0.0F, outC = 0.0F;
    float heatW = 0.0F;    ///< taken from the fluid (negative: given to it)
    float powerW = 0.0F;   ///< electrical, of its pumps, fans or compressors
    float valve = 1.0F;    ///< opening 0..1; 1 where it has none
    float speed = 0.0F;    ///< of pumps and fans 0..1
    float running = 0.0F;  ///< units that turn or take part
    float inService =
        0.0F;  ///< units that could: neither failed, without power nor shut off; those at rest count
    float dropPa = 0.0F;  ///< head of a pump, loss of the others
};

struct CoolingNodeNow {
    float temperatureC = 0.0F;
    float pressurePa = 0.0F;  ///< above the atmosphere
};

/// How a loop is cooled now.
enum class PlantMode : std::uint8_t { FreeCooling, Mixed, Mechanical, Off };

const char* plantModeName(PlantMode mode);

}  // namespace headroom::engine
