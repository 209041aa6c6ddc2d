// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/sizing/brief.h"
#include "engine/sizing/parts.h"
#include "engine/sizing/project_writer.h"
#include "models/air/psychrometrics.h"
#include "models/compute/accelerator.h"
#include "models/compute/rack.h"
#include "models/compute/server.h"
#include "models/cooling/heat_exchanger.h"
#include "models/facility/design_weather.h"

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

/// Facility under sizing, between brief and project. Each step fills its own part: kinds of rack,
/// halls, cooling, wiring, yards.
namespace headroom::engine::sizing {

/// Water that may be outdoors is protected where the coldest hour of 20 years is below that.
/// Assumption: 2 K above its freezing point, as the rule outdoor-frost has it.
inline constexpr double kFrostC = 2.0;

/// One kind of rack. Its draw at full activity, as design rules have it (resolve/design.h), counts
/// racks against the target; feeders and cooling are sized by what it is rated for, as the trade does.
struct RackKind {
    std::string id;
    double share = 1.0;  ///< of the target, all together 1
    const models::RackSpec* rack = nullptr;
    const models::ServerSpec* server = nullptr;
    const models::AcceleratorSpec* accelerator = nullptr;
    double rackW = 0.0;                  ///< at full activity
    double ratedW = 0.0, ratedVa = 0.0;  ///< nameplate, or full activity where that is more
    double liquidW = 0.0;                ///< of ratedW
    double mostCoolantC = 0.0;           ///< supply at which chips keep their margin; liquid
    double coolantM3PerS = 0.0;
    double fanAirM3PerS = 0.0;
    double adapterBytesPerS = 0.0;
    std::int64_t racks = 0;
    std::string fabric;  ///< id

    bool isLiquid() const { return server->cooling != models::CoolingKind::Air; }

    int acceleratorsPerRack() const { return rack->servers * server->accelerators; }
};

/// Where machines of one hall hang, and how much of what there is.
struct HallWiring {
    int lineups = 0;
    int reserves = 0;  ///< of N+1
    int buses = 0;     ///< of one side
    std::string bus, busBreaker, busCable;
    std::string ups, transformer, genset, autoSwitch, staticSwitch, board;
    std::string mainBreaker, outBreaker, trunk;
    int modules = 1;
    double lineupVa = 0.0, ratedVa = 0.0;  ///< of the worst lineup when another way is out
    double inputVa = 0.0;                  ///< of all lineups of one side, likewise
    int panels = 0;     ///< for machines, of each pair of sides; 0 if they hang on boards
    std::string panel;  ///< its transfer switch
};

struct HallPlan {
    std::string id, name, tag;
    int kind = -1;  ///< of racks; -1 means network and storage
    int module = 0;
    int rows = 0, racksPerRow = 0;
    int shortOfRow = 0;         ///< racks that the last row has fewer
    double xM = 0.0, yM = 0.0;  ///< of the site
    double widthM = 0.0, depthM = 0.0, heightM = 5.5;
    double rackXM = 0.0, rackYM = 0.0, rackPitchM = 0.0, rowPitchM = 3.0;
    double cduXM = 0.0, cduYM = 0.0, cduPitchM = 1.4;
    Picked crah, cdu;
    int cabinets = 0;  ///< of switches and storage
    double fabricW = 0.0, storageW = 0.0;
    double airW = 0.0;  ///< heat to the air, without fans
    HallWiring wiring;

    std::int64_t racks() const { return std::int64_t{rows} * racksPerRow - shortOfRow; }

    /// Racks on the unit of an array that has most of them: those of full rows are dealt out in order,
    /// then those of a short last row, which is a block of its own.
    double mostRacks(int units) const {
        const std::int64_t last = shortOfRow > 0 ? racksPerRow - shortOfRow : 0;
        return std::ceil(static_cast<double>(racks() - last) / units) +
               std::ceil(static_cast<double>(last) / units);
    }
};

/// One loop with its plant.
struct LoopPlan {
    std::string id, name;
    double supplyC = 18.0, riseK = 8.0;
    double heatW = 0.0;
    Picked tower, dryCooler, chiller, pump, condenserPump;
    std::string fluid = "water";
    double jPerM3K = models::kWaterCp * models::kWaterDensity;
    bool frostHeater = false;  ///< of basins, evaporators and pipes outdoors
    bool airCooledChillers = false;
    double exchangerApproachK = 2.0, towerMinimumC = 7.0;
    double volumeM3 = 2.0;
    double mainVelocityMPerS = 2.0;
    double machinesW = 0.0;  ///< compressors, fans, condenser pumps: not on a UPS
    double pumpW = 0.0;
    double xM = 0.0, yM = 0.0;
};

/// Halls that share cooling plant and medium voltage: a building.
struct ModulePlan {
    std::vector<int> halls;
    LoopPlan chilled, warm;  ///< warm without pumps where nothing hangs on it
    int mechanicals = 1;     ///< boards of one side
    std::string mechTransformer, mechGenset, mechSwitch, mechBoard, mechBreaker, mechTrunk;
    double mechVa = 0.0;
    int mechPanels = 0;     ///< of each pair of sides; 0 means machines hang on boards
    std::string mechPanel;  ///< its transfer switch
    double sideVa = 0.0;    ///< at medium voltage, of one side that carries what it may have to
    std::string mediumBoard, mediumBreaker, mediumCable, substation;
    double xM = 0.0, yM = 0.0, widthM = 0.0, depthM = 0.0;  ///< of its halls
};

/// Result of a repair of findings.
struct Knobs {
    int extraLineups = 0;
    int extraPumps = 0;
    double velocityFactor = 1.0;
};

struct SitePlan {
    const FacilityBrief* brief = nullptr;
    const Catalogue* catalogue = nullptr;
    models::DesignWeather weather;
    double pressurePa = models::kStandardPressurePa;  ///< of the place
    double elevationM = 0.0;
    std::string warmFluid = "water";  ///< of the loop of dry coolers
    double warmJPerM3K = models::kWaterCp * models::kWaterDensity;
    std::vector<RackKind> kinds;
    std::vector<HallPlan> halls;
    std::vector<ModulePlan> modules;
    int networkHall = -1;  ///< index; -1 means switches and storage are with the racks
    std::string storagePart;
    int storageBlocks = 0;
    double chilledSupplyC = 18.0, warmSupplyC = 30.0;
    bool trimChillers = false;  ///< towers alone do not bring warm water to where racks need it
    bool highVoltage = false;
    int gridsPerSide = 1;
    Knobs knobs;
    std::vector<SizingChoice> choices;
    Errors errors;

    bool racksOnChilled() const { return brief->plant == PlantKind::Chilled; }

    /// Ordered pairs of sides: what machines hang on, and what is in. Empty means one side alone.
    std::vector<std::string> pairs() const;

    /// Units of the wiring that uninterrupted machines of a hall hang on.
    std::vector<std::string> machineFeeds(const HallPlan& hall) const;

    /// Wiring sides by letter: "a"; "a", "b"; "a" to "d".
    std::vector<std::string> sides() const;
    /// Share of a hall's load that one side carries when it carries most.
    double sideShare() const;

    /// Water outdoors may freeze here.
    bool isFrosty() const { return weather.lowestC < kFrostC; }

    /// Share of the rating of a kind of electrical equipment that the elevation leaves.
    double ratingShare(const char* type) const;

    void fail(const std::string& code, const std::string& message, const std::string& remedy);
    void say(const std::string& object, const Words& what, const Words& why);
};

/// Racks, servers and what they draw; SIZ-001.
void readKinds(SitePlan& plan);

/// Facility water temperatures that the climate allows; SIZ-004.
void chooseTemperatures(SitePlan& plan);

/// How many halls of which racks, and their rooms. Uses fabricW, storageW, cabinets of before.
void planHalls(SitePlan& plan);

/// The room round racks, CDUs, air handlers and cabinets. False: nothing fits.
bool planRoom(SitePlan& plan, HallPlan& hall);

/// Heat of the halls to CDUs, air handlers, loops and plant of each module.
void planCooling(SitePlan& plan);

/// Lineups of each hall, mechanical boards, medium and high voltage.
void planPower(SitePlan& plan);

void writeHalls(const SitePlan& plan, ProjectWriter& writer, bool wired);
void writeFabrics(const SitePlan& plan, ProjectWriter& writer);
void writeCooling(const SitePlan& plan, ProjectWriter& writer, bool wired);
/// Requirements of the brief, as the project states them: rules and commissioning check it against them.
void writeRequirements(const SitePlan& plan, ProjectWriter& writer);
void writePower(const SitePlan& plan, ProjectWriter& writer);
void writeWork(const SitePlan& plan, ProjectWriter& writer);

/// Puts power and cooling yards round the buildings, by the sizes that the plan is drawn with.
void placeYards(SitePlan& plan, Project& project);

/// "4.1 MW", "850 kW".
std::string powerWords(double watts);
std::string vaWords(double va);

}  // namespace headroom::engine::sizing
