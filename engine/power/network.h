// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/base/index.h"
#include "engine/base/special_members.h"
#include "engine/document/catalogue.h"
#include "engine/document/project.h"
#include "engine/kinds/power_kind.h"
#include "models/facility/power_unit.h"
#include "models/power/breaker.h"
#include "models/power/cable.h"
#include "models/power/external_battery.h"
#include "models/power/generating_set.h"
#include "models/power/pdu.h"
#include "models/power/switchboard.h"
#include "models/power/transfer_switch.h"
#include "models/power/transformer.h"
#include "models/power/ups.h"
#include "models/power/utility.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// The electrical wiring of a facility, expanded from its arrays: every unit, every incomer, every
/// load, with indices. Redundancy is nothing but wiring here: N, 2N, distributed or block redundant
/// plants differ in who feeds whom, and in no line of code.
namespace headroom::engine {

/// One unit of the wiring. Power flows through it from its incomers to its output.
///
/// The load flow passes over all units several times in every sub-step: what it reads of one comes first and is one
/// cache line.
struct alignas(64) PowerUnit {
    PowerKind kind = PowerKind::Switchboard;
    bool direct = false;     ///< its output is direct current
    int array = 0;           ///< index into PowerNetwork::arrays
    int spec = 0;            ///< index into the list of its kind's specs
    int modules = 1;         ///< in parallel inside
    EdgeIndex firstEdge{0};  ///< incomers, contiguous, in order of preference
    int edges = 0;
    HallIndex hall;         ///< takes up its heat; -1 means outdoors
    double ratedVa = 0.0;   ///< of its output, all modules; NaN where the part states none
    double voltageV = 0.0;  ///< nominal, of its output
    double rPu = 0.0;       ///< series resistance, per unit of kPowerBaseVa, all modules
    double xPu = 0.0;       ///< series reactance

    std::string id;                 ///< "ups-a", or "ups-a/3" of an array
    std::string name;               ///< for people
    int instance = 0;               ///< within its array, from 0
    int redundant = 0;              ///< modules of it meant as spares
    double ratedPowerFactor = 1.0;  ///< most active power over ratedVa: below 1 of generator sets
    double failuresPerS = 0.0;      ///< of one module
    double repairS = models::kNotStated;
    double faultA = 0.0;  ///< prospective three-phase short-circuit current at its output, normal
                          ///< supply, all sources closed

    double ratedW() const { return ratedVa * ratedPowerFactor; }
};

/// An incomer: from the output of one unit to the input of another, with its breaker and cable.
struct PowerEdge {
    UnitIndex from{0};
    UnitIndex to{0};
    int breaker = -1;  ///< index into PowerNetwork::breakers, -1: none
    int cable = -1;    ///< index into PowerNetwork::cables, -1: none
    double rPu = 0.0;  ///< of the cable, per unit of kPowerBaseVa
    double xPu = 0.0;
    double voltageV = 0.0;  ///< nominal, of the source's output
    bool direct = false;
};

/// One object of the project: `units` equal units from `firstUnit` on.
struct PowerArray {
    std::string id;
    models::PowerUnitSpec spec;
    UnitIndex firstUnit{0};
    int units = 0;
};

/// Kind of a load.
enum class PowerLoadKind : std::uint8_t { Rack, HallIt, Fans, CduPumps, LoopPumps, HeatRejection };

/// One consumer. Cords of a rack or a hall's switches share its power and replace each other;
/// machines (`spread`) hang on one cord each, and those of a dead cord are stopped.
struct PowerLoad {
    PowerLoadKind kind = PowerLoadKind::Rack;
    int index = 0;  ///< rack, hall, CDU group or loop
    int firstCord = 0;
    int cords = 0;
    bool spread = false;
    double share = 1.0;  ///< of the power of `index`: a hall's switches are several loads
};

/// Loads that follow each other and hang on the same units: what is live of one is of all, and units are asked for
/// their sum.
struct PowerLoadRun {
    int firstLoad = 0;
    int loads = 0;
};

inline constexpr double kPowerBaseVa = 1e6;

/// Constant during a run. Units are sorted so that sources come before what they feed.
struct PowerNetwork {
    HEADROOM_SPECIAL_MEMBERS(PowerNetwork);

    ByUnit<PowerUnit> units;
    ByEdge<PowerEdge> edges;
    std::vector<PowerArray> arrays;
    ByLoad<PowerLoad> loads;             ///< racks first, in the order in which they were added
    ByCord<UnitIndex> cordUnit;          ///< the unit that feeds it
    std::vector<PowerLoadRun> loadRuns;  ///< all loads, in order
    /// Units that incomers join, ascending: between two of these no power ever flows.
    std::vector<std::vector<UnitIndex>> subnetworks;
    /// Units with an external battery at their output, ascending.
    std::vector<UnitIndex> batteryUnits;

    std::vector<models::UtilitySpec> utilities;
    std::vector<models::TransformerSpec> transformers;
    std::vector<models::SwitchboardSpec> switchboards;
    std::vector<models::GeneratingSet> generators;  ///< of all kinds that make power on site
    std::vector<models::UpsSpec> upses;
    std::vector<models::TransferSwitchSpec> transferSwitches;
    std::vector<models::PduSpec> pdus;
    std::vector<models::BreakerSpec> breakers;
    std::vector<models::CableSpec> cables;

    std::vector<int> firstOut;        ///< by unit, one more at the end: into outEdges
    std::vector<EdgeIndex> outEdges;  ///< edges by the unit that they leave
    int racks = 0;                    ///< loads of kind Rack

    /// Racks are the first loads, in their own order.
    LoadIndex loadOf(RackIndex rack) const { return LoadIndex(static_cast<std::int32_t>(rack)); }

    const models::UpsSpec& ups(const PowerUnit& u) const {
        return upses[static_cast<std::size_t>(u.spec)];
    }

    const models::GeneratingSet& generator(const PowerUnit& u) const {
        return generators[static_cast<std::size_t>(u.spec)];
    }

    /// External battery at that unit, in `batteryUnits`; its size where there is none.
    std::size_t batteryAt(const std::string& id) const;

    /// At the output of that unit; without size where it has none.
    models::ExternalBattery batteryOf(UnitIndex unit) const;

    /// Content of the store of that unit: "Battery", "Fuel"; empty if it has none.
    std::string_view storedOf(UnitIndex unit) const;

    /// -1 where there is none.
    int arrayOf(const std::string& id) const;

    /// Rack load in words: "racks on pdu-a/1 + pdu-b/1".
    std::string cordText(const PowerLoad& load) const;
};

/// Fills PowerUnit::faultA: after the last unit and incomer (fault_currents.cpp).
void findFaultCurrents(PowerNetwork& network);

/// Fills loadRuns and subnetworks: after the last unit, incomer, load and cord.
void findGroups(PowerNetwork& network);

/// Racks of one block, and the machines of halls, CDU groups and loops, as loads.
struct RackFeeds {
    std::vector<std::string> feeds;
    int cords = 0;  ///< 0 means all feeds
    int rows = 1;
    int racksPerRow = 1;
};

struct MachineFeeds {
    PowerLoadKind kind = PowerLoadKind::Fans;
    int index = 0;
    std::vector<std::string> feeds;
};

/// Expands the power units of a project. `halls` are the ids that PowerUnit::hall indexes.
/// Errors: SIM-021 a ring (a unit feeds itself), SIM-022 a unit that needs a source and has none,
/// SIM-023 a transformer between voltages that do not match, SIM-001 no such part, SIM-047 an external battery
/// where there is a store already.
ResultAll<PowerNetwork> buildPowerNetwork(const Project& project, const Catalogue& catalogue,
                                          const std::vector<std::string>& halls,
                                          const std::vector<RackFeeds>& racks,
                                          const std::vector<MachineFeeds>& machines);

}  // namespace headroom::engine
