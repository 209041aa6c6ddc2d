// SPDX-License-Identifier: Apache-2.0
#include "engine/air/field/air_shares.h"
#include "engine/base/log.h"
#include "engine/base/plain_text.h"
#include "engine/document/connections.h"
#include "engine/document/order.h"
#include "engine/exchange/site_weather.h"
#include "engine/fabric/cabling.h"
#include "engine/part/part_address.h"
#include "engine/plant/plant.h"
#include "engine/resolve/facility.h"
#include "engine/run/compile/compile_cooling.h"
#include "engine/run/compile/compile_drills.h"
#include "engine/run/compile/compile_fabric.h"
#include "engine/run/compile/compile_hours.h"
#include "engine/run/compile/compile_jobs.h"
#include "engine/run/compile/compile_power.h"
#include "engine/run/compile/compile_remote.h"
#include "engine/run/faults/hazards.h"
#include "engine/run/workload/allocation.h"
#include "models/cooling/cold_plate.h"
#include "models/cooling/curve_faults.h"
#include "models/cooling/fluid.h"
#include "models/cooling/heat_exchanger.h"
#include "models/cooling/usual.h"
#include "models/core/calendar.h"
#include "models/core/random.h"
#include "models/facility/grid.h"
#include "models/facility/site.h"
#include "models/facility/storage_group.h"
#include "models/network/storage.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <map>
#include <string>

namespace headroom::engine {

namespace {

/// Random streams that compile draws from; those of the run are in hazards.h and jobs.h.
constexpr std::uint64_t kLemonStream = 1ULL << 40U;

/// Failure weights of servers: gamma-distributed rates.
void drawLemons(Plant& plant) {
    double sum = 0.0;
    plant.lemonCumulative.clear();
    plant.lemonCumulative.reserve(static_cast<std::size_t>(plant.servers));
    for (int s = 0; s < plant.servers; ++s) {
        sum += models::randomGamma(plant.seed, kLemonStream + static_cast<std::uint64_t>(s),
                                   plant.failures.lemonShape);
        plant.lemonCumulative.push_back(sum);
    }
}

/// Reactive power of a lagging load of that power factor, per watt.
double reactivePerWatt(double powerFactor) {
    return std::sqrt(std::max(0.0, 1.0 - powerFactor * powerFactor)) / powerFactor;
}

class Compiler {
  public:
    Compiler(const Facility& facility, const RunOptions& options)
        : facility_(facility),
          project_(*facility.project),
          catalogue_(*facility.catalogue),
          options_(options) {}

    ResultAll<Plant> compile();

  private:
    void parts();
    void general();
    void loops();
    void economiser(PlantLoop& l, const models::PlateExchangerSpec* named);
    void halls();
    void cdus();
    models::PumpSpec cduPump(const ResolvedCduGroup& group);
    void fabrics();
    void blocks();
    void cooling(PlantBlock& b, const ResolvedBlock& resolved);
    void storage();

    void fail(const std::string& code, const std::string& subject, const std::string& message,
              const std::string& remedy) {
        errors_.push_back(
            {code, "'" + subject + "': " + message, remedy, project_.file.string(), {}, 0});
    }

    void failPart(const models::ComponentType& type, const std::string& id,
                  const std::string& subject) {
        fail("SIM-001", subject,
             "no " + std::string{type.label} + " '" + id + "' in the catalogue.",
             "Name a part of `headroom-cli catalog " + std::string{type.id} + "`.");
    }

    /// The part that `id` names; an error, and a default part, where there is none.
    template <class Spec>
    Spec part(const std::string& id, const std::string& subject) {
        if (const Spec* spec = catalogue_.spec<Spec>(id)) {
            return *spec;
        }
        failPart(Spec::type(), id, subject);
        return Spec{};
    }

    /// Objects by id.
    template <Space S>
    using Ids = std::map<std::string, Index<S>>;

    template <Space S>
    Index<S> index(const Ids<S>& map, const std::string& id, const std::string& subject,
                   const std::string& what) {
        const auto it = map.find(id);
        if (it != map.end()) {
            return it->second;
        }
        fail("SIM-002", subject, "no " + what + " '" + id + "' in the project.",
             "Name one that the project has, or add it.");
        return Index<S>(0);
    }

    /// A supply needs one of its two laws, else its loss would be anything.
    void supplyLaw(const std::string& id, const models::PsuSpec& psu, const std::string& subject) {
        if (psu.efficiencyPct.empty() && std::isnan(psu.slopeEfficiency)) {
            fail("SIM-025", subject, "power supply '" + id + "' states no efficiency.",
                 "State efficiency_pct, or standing_loss_w and slope_efficiency_pct, in the "
                 "catalogue.");
        }
    }

    template <class Spec>
    Spec single(std::string_view typeId) {
        const auto objects = project_.objectsOf(typeId);
        return objects.empty() ? Spec{} : specOf<Spec>(*objects.front());
    }

    const Facility& facility_;
    const Project& project_;
    const Catalogue& catalogue_;
    const RunOptions& options_;
    Plant plant_;
    Errors errors_;
    Ids<Space::Loop> loopIndex_;
    Ids<Space::Hall> hallIndex_;
    Ids<Space::Cdu> cduIndex_;
    Ids<Space::Fabric> fabricIndex_;
};

void Compiler::general() {
    plant_.info = single<models::ProjectInfo>("project");
    plant_.name = plant_.info.name.empty() ? plainText(project_.folder().filename().string())
                                           : plant_.info.name;
    plant_.file = project_.file.string();
    for (const CatalogueEntry* entry : catalogue_.entriesOf(models::ModelErrorSpec::type().id)) {
        plant_.modelErrors.push_back(
            *static_cast<const models::ModelErrorSpec*>(entry->spec.get()));
    }
    plant_.seed = options_.seed.value_or(static_cast<std::uint64_t>(plant_.info.seed));
    plant_.stepS = options_.stepS.value_or(plant_.info.stepS);
    if (!(plant_.stepS >= 0.1 && plant_.stepS <= 3600.0)) {
        fail("SIM-005", "step",
             "a coupling step of " + std::to_string(plant_.stepS) + " s is outside 0.1 to 3600 s.",
             "Choose a step in that range; 15 s is usual.");
        plant_.stepS = 15.0;
    }
    const auto start = models::startTime(plant_.info.start);
    if (!start) {
        fail("SIM-007", "project", "start '" + plant_.info.start + "' is not a date and time.",
             "Write it as 2026-07-01T00:00:00.");
    }
    plant_.startText = plant_.info.start;
    plant_.startYearS = start ? start->sinceYearS : 0.0;
    plant_.startWeekS = start ? start->sinceMondayS : 0.0;

    const auto site = single<models::SiteSpec>("site");
    const auto grid = part<models::GridSpec>(site.grid, "site");
    plant_.energyUsdPerJ = std::isnan(site.energyUsdPerJ) ? grid.energyUsdPerJ : site.energyUsdPerJ;
    plant_.carbonKgPerJ = std::isnan(site.carbonKgPerJ) ? grid.carbonKgPerJ : site.carbonKgPerJ;
    plant_.waterUsdPerM3 = site.waterUsdPerM3;
    plant_.mechanicalReactive = reactivePerWatt(site.mechanicalPowerFactor);
    plant_.dieselUsdPerM3 = site.dieselUsdPerM3;
    plant_.peakUsdPerJ = plant_.energyUsdPerJ;
    if (!std::isnan(site.peakUsdPerJ)) {
        plant_.peakUsdPerJ = site.peakUsdPerJ;
        plant_.peakFromS = site.peakFromS;
        plant_.peakToS = site.peakToS;
    }
    auto weather = readSiteWeather(project_, catalogue_, options_.weatherFile);
    if (!weather) {
        errors_.push_back(weather.error());
        plant_.site = std::make_shared<SiteWeather>();
        return;
    }
    if (weather->file != nullptr) {
        plant_.weather = weather->file->year;
    } else {
        plant_.climate = part<models::ClimateSpec>(site.climate, "site");
        plant_.weatherIsDrawn = true;
        plant_.weather = models::weatherFromClimate(plant_.climate, plant_.seed);
    }
    plant_.site = std::make_shared<const SiteWeather>(std::move(*weather));
}

/// Parts that the project names and the catalogue lacks.
void Compiler::parts() {
    for (const MissingPart& missing : facility_.missing) {
        failPart(*missing.type, missing.id, missing.object->id);
    }
}

void Compiler::loops() {
    const auto take = [](auto& part, const auto* found) {
        if (found != nullptr) {
            part = *found;
        }
        return found != nullptr;
    };
    for (const ResolvedLoop& loop : facility_.loops) {
        PlantLoop l;
        l.id = loop.object->id;
        l.spec = loop.spec;
        l.hasTower = take(l.tower, loop.tower);
        l.hasDryCooler = take(l.dryCooler, loop.dryCooler);
        l.hasChiller = take(l.chiller, loop.chiller);
        const bool rejects = (l.hasChiller && l.chiller.airCooled) || l.hasExternal();
        if (l.hasTower == l.hasDryCooler && !(rejects && !l.hasTower)) {
            fail("SIM-009", l.id,
                 l.hasTower ? "has both towers and dry coolers."
                            : "has nothing that rejects its heat.",
                 "Give it towers, or dry coolers, or air-cooled chillers, or external cooling.");
        }
        l.pump = *loop.pump;
        const auto curves = [&](const std::string& part, const auto& fault) {
            if (fault) {
                fail("SIM-049", l.id,
                     "names " + part + ", whose " + std::string(fault->key) + " " + fault->what +
                         ".",
                     "Correct the curve in the catalogue, or choose another part.");
            }
        };
        if (l.hasChiller) {
            curves(l.spec.chiller, models::curveFault(l.chiller));
        }
        if (l.hasTower) {
            curves(l.spec.tower, models::curveFault(l.tower));
        }
        curves(l.spec.pump, models::curveFault(l.pump));
        l.hasCondenserPump = take(l.condenserPump, loop.condenserPump);
        if (!l.hasCondenserPump &&
            (l.spec.exchangerApproachK > 0.0 || (l.hasChiller && !l.chiller.airCooled)) &&
            (l.hasTower || l.hasDryCooler)) {
            fail("SIM-011", l.id,
                 "has an economiser exchanger or water-cooled chillers, and no condenser pumps.",
                 "Name condenser pumps; or use direct water (exchanger_approach_k 0) without "
                 "water-cooled chillers.");
        }
        l.designFlowM3PerS = l.spec.pumps * l.pump.flowM3PerS;
        economiser(l, loop.economiser);
        loopIndex_[l.id] = LoopIndex(plant_.loops.size());
        plant_.loops.push_back(std::move(l));
    }
}

/// The part that is named, or one that keeps the stated approach at design flows and rise.
void Compiler::economiser(PlantLoop& l, const models::PlateExchangerSpec* named) {
    if (!l.hasCondenserPump || !(l.hasTower || l.hasDryCooler)) {
        return;
    }
    if (named != nullptr) {
        l.economiser = *named;
        l.economisers = l.spec.economisers;
        l.hasEconomiser = true;
        return;
    }
    const double approachK = l.spec.exchangerApproachK;
    if (approachK <= 0.0) {
        if (!l.hasChiller) {
            fail("SIM-027", l.id,
                 "has an outdoor circuit, and neither economiser nor chillers between the two.",
                 "State exchanger_approach_k, name an economiser, or leave out the condenser "
                 "pumps: then the loop's own water goes outdoors.");
        }
        return;
    }
    models::PlateExchangerSpec& x = l.economiser;
    x.hotFlowM3PerS = l.designFlowM3PerS;
    x.coldFlowM3PerS = l.spec.condenserPumps * l.condenserPump.flowM3PerS;
    const double hotW = x.hotFlowM3PerS * models::kWaterDensity * models::kWaterCp;
    const double coldW = x.coldFlowM3PerS * models::kWaterDensity * models::kWaterCp;
    x.ratedHeatW = hotW * l.spec.designRiseK;
    // T_hot,in - T_cold,in = rise + approach; effectiveness on the smaller stream.
    const double least = std::min(hotW, coldW);
    const double eps = x.ratedHeatW / (least * (l.spec.designRiseK + approachK));
    x.uaWPerK = least * models::counterflowNtu(eps, least / std::max(hotW, coldW));
    x.hotPressurePa = x.coldPressurePa = models::kEconomiserPa;
    l.hasEconomiser = true;
}

void Compiler::halls() {
    for (const ResolvedHall& hall : facility_.halls) {
        PlantHall h;
        h.id = hall.object->id;
        h.spec = hall.spec;
        h.crah = *hall.crah;
        h.loop = index(loopIndex_, h.spec.airLoop, h.id, "cooling loop");
        hallIndex_[h.id] = HallIndex(plant_.halls.size());
        plant_.halls.push_back(std::move(h));
    }
}

void Compiler::cdus() {
    for (const ResolvedCduGroup& group : facility_.cduGroups) {
        PlantCdu c;
        c.id = c.group = group.object->id;
        c.spec = group.spec;
        c.name = c.spec.name.empty() ? c.id : c.spec.name;
        c.cdu = *group.cdu;
        c.hall = index(hallIndex_, c.spec.hall, c.id, "hall");
        c.loop = index(loopIndex_, c.spec.loop, c.id, "cooling loop");
        c.pump = cduPump(group);
        c.units = c.spec.separate ? 1 : c.spec.count;
        cduIndex_[c.group] = CduIndex(plant_.cdus.size());
        const int instances = c.spec.separate ? c.spec.count : 1;
        for (int n = 0; n < instances; ++n) {
            if (c.spec.separate) {
                c.instance = n;
                c.id = PartAddress{c.group, n + 1, {}}.text();
                c.name =
                    (c.spec.name.empty() ? c.group : c.spec.name) + " " + std::to_string(n + 1);
            }
            plant_.cdus.push_back(c);
        }
    }
}

/// One of the pumps of a unit: the part that is named, or one of the rated power of the unit.
models::PumpSpec Compiler::cduPump(const ResolvedCduGroup& group) {
    if (group.pump != nullptr) {
        return *group.pump;
    }
    const models::CduSpec& cdu = *group.cdu;
    models::PumpSpec pump;
    const int pumps = std::max(1, cdu.pumps);
    pump.flowM3PerS = cdu.secondaryFlowM3PerS / pumps;
    pump.efficiency = models::kCduPumpEfficiency;
    pump.driveEfficiency = models::kCduDriveEfficiency;
    pump.headPa = cdu.pumpRatedW / pumps * pump.efficiency * pump.driveEfficiency / pump.flowM3PerS;
    pump.minSpeed = cdu.pumpMinSpeed;
    pump.restartS = cdu.restartS;
    return pump;
}

void Compiler::fabrics() {
    for (const Object* object : project_.objectsOf("fabric")) {
        PlantFabric f;
        f.id = object->id;
        f.spec = specOf<models::FabricSpec>(*object);
        f.switchPart = part<models::SwitchSpec>(f.spec.switchPart, f.id);
        f.scaleUp = part<models::InterconnectSpec>(f.spec.scaleUp, f.id);
        f.scaleOut = part<models::InterconnectSpec>(f.spec.scaleOut, f.id);
        fabricIndex_[f.id] = FabricIndex(plant_.fabrics.size());
        f.hall = index(hallIndex_, f.spec.hall, f.id, "hall");
        plant_.fabrics.push_back(std::move(f));
    }
}

void Compiler::blocks() {
    for (const ResolvedBlock& resolved : facility_.blocks) {
        PlantBlock b;
        b.id = resolved.object->id;
        b.spec = resolved.spec;
        b.rack = *resolved.rack;
        b.server = *resolved.server;
        b.accelerator = *resolved.accelerator;
        b.psu = *resolved.psu;
        supplyLaw(b.server.psu, b.psu, b.id);
        b.hasShelf = resolved.shelf != nullptr;
        if (b.hasShelf) {
            b.shelf = *resolved.shelf;
            supplyLaw(b.rack.shelf, b.shelf, b.id);
        }
        b.feedReactive = reactivePerWatt(b.hasShelf ? b.shelf.powerFactor : b.psu.powerFactor);
        b.inputWindow = b.hasShelf ? b.shelf.inputWindow : b.psu.inputWindow;
        b.hall = index(hallIndex_, b.spec.hall, b.id, "hall");
        if (at(b.hall) < plant_.halls.size()) {
            b.air =
                models::airAt(plant_.halls[at(b.hall)].spec.supplyAirC, plant_.site->pressurePa);
        }
        b.fabric = index(fabricIndex_, b.spec.fabric, b.id, "fabric");
        b.racks = b.spec.rows * b.spec.racksPerRow;
        b.acceleratorsPerRack = b.rack.servers * b.server.accelerators;
        b.spec.rackPitchM = resolved.rackPitchM;
        if (b.server.cooling != models::CoolingKind::Air) {
            if (b.spec.cdu.empty()) {
                fail("SIM-012", b.id, "its racks are liquid-cooled and no CDU group serves them.",
                     "Set cdu_group to a CDU group of the hall.");
            } else {
                b.cdu = index(cduIndex_, b.spec.cdu, b.id, "CDU group");
            }
            b.coolantM3PerS = resolved.coolantM3PerS;
            if (!(b.coolantM3PerS > 0.0)) {
                fail("SIM-013", b.id, "server '" + b.rack.server + "' has no coolant flow.",
                     "State coolant_l_per_min_per_kw and liquid_fraction_pct in the catalogue.");
                b.coolantM3PerS = 1e-6;
            }
        }
        cooling(b, resolved);

        auto pool = std::find_if(plant_.pools.begin(), plant_.pools.end(), [&](const PlantPool& p) {
            return p.accelerator == b.server.accelerator;
        });
        if (pool == plant_.pools.end()) {
            PlantPool p;
            p.accelerator = b.server.accelerator;
            p.spec = b.accelerator;
            p.acceleratorsPerServer = b.server.accelerators;
            pool = plant_.pools.insert(plant_.pools.end(), std::move(p));
        }
        if (pool->acceleratorsPerServer != b.server.accelerators) {
            fail("SIM-014", b.id,
                 "servers of accelerator '" + b.server.accelerator + "' carry " +
                     std::to_string(b.server.accelerators) + " here and " +
                     std::to_string(pool->acceleratorsPerServer) + " elsewhere.",
                 "Use servers of one size for each kind of accelerator.");
        }
        b.pool = PoolIndex(pool - plant_.pools.begin());
        plant_.blocks.push_back(std::move(b));
    }
    // Pools own contiguous servers: blocks in the order of their pools.
    std::stable_sort(plant_.blocks.begin(), plant_.blocks.end(),
                     [](const PlantBlock& a, const PlantBlock& b) { return a.pool < b.pool; });
    for (std::size_t i = 0; i < plant_.blocks.size(); ++i) {
        PlantBlock& b = plant_.blocks[i];
        PlantPool& pool = plant_.pools[static_cast<std::size_t>(b.pool)];
        if (pool.blocks.empty()) {
            pool.firstServer = ServerIndex(plant_.servers);
        }
        pool.blocks.emplace_back(i);
        b.firstRack = RackIndex(plant_.racks);
        b.firstServer = ServerIndex(plant_.servers);
        const int servers = b.racks * b.rack.servers;
        plant_.racks += b.racks;
        plant_.servers += servers;
        pool.servers += servers;
        plant_.rackBlock.insert(plant_.rackBlock.end(), static_cast<std::size_t>(b.racks),
                                BlockIndex(i));
        for (int s = 0; s < servers; ++s) {
            plant_.serverRack.emplace_back(b.firstRack + s / b.rack.servers);
            plant_.serverFirstSlot.push_back(plant_.accelerators);
            plant_.accelerators += b.server.accelerators;
        }
    }
    plant_.serverFirstSlot.push_back(plant_.accelerators);
    for (PlantPool& pool : plant_.pools) {
        pool.spares = static_cast<int>(
            std::floor(plant_.failures.spareShare * static_cast<double>(pool.servers)));
    }
}

/// Tanks and rear doors of a block, what coolant and metal its racks hold, and the spread of its
/// devices.
void Compiler::cooling(PlantBlock& b, const ResolvedBlock& resolved) {
    if (resolved.tank != nullptr) {
        b.tank = *resolved.tank;
        b.bath = models::bathLiquid(*resolved.bath);
        b.coolantM3PerS = b.tank.waterFlowM3PerS;
        b.hasTank = true;
    }
    if (resolved.rearDoor != nullptr) {
        b.rearDoor = *resolved.rearDoor;
        b.coolantM3PerS = b.rearDoor.waterFlowM3PerS;
        b.hasRearDoor = true;
        if (b.spec.cdu.empty()) {
            fail("SIM-012", b.id, "its racks have rear doors and no CDU group serves them.",
                 "Set cdu_group to a CDU group of the hall.");
        } else {
            b.cdu = index(cduIndex_, b.spec.cdu, b.id, "CDU group");
        }
    }
    b.coolantJPerK =
        b.rack.coolantM3 * models::kCoolantDensity * models::kCoolantCp + b.rack.metalJPerK;
    if (!(b.coolantJPerK > 0.0)) {
        b.coolantJPerK =
            models::kRackContentS * b.coolantM3PerS * models::kCoolantDensity * models::kCoolantCp;
    }
    b.hotRise = models::hottestRiseRatio(b.server, b.accelerator, b.acceleratorsPerRack);
}

/// Every group and fabric names parts and halls that there are.
void Compiler::storage() {
    for (const Object* object : project_.objectsOf("storage_group")) {
        const auto spec = specOf<models::StorageGroupSpec>(*object);
        part<models::StorageSpec>(spec.system, object->id);
        index(hallIndex_, spec.hall, object->id, "hall");
    }
    for (const PlantFabric& f : plant_.fabrics) {
        part<models::LinkPartSpec>(f.spec.hostLink, f.id);
        part<models::LinkPartSpec>(f.spec.switchLink, f.id);
        for (const std::string& id : f.spec.linkParts) {
            part<models::LinkPartSpec>(id, f.id);
        }
    }
}

ResultAll<Plant> Compiler::compile() {
    for (const MissingConnection& missing : missingConnections(project_)) {
        if (missing.object == nullptr) {
            fail("SIM-003", "project", missing.message, missing.hint);
        } else {
            fail("SIM-060", missing.object->id, missing.message, missing.hint);
        }
    }
    if (!errors_.empty()) {
        return tl::unexpected(errors_);
    }
    plant_.failures = single<models::FailurePolicySpec>("failure_policy");
    plant_.maintenance = single<models::MaintenanceSpec>("maintenance");
    parts();
    if (!errors_.empty()) {
        return tl::unexpected(errors_);
    }
    general();
    loops();
    halls();
    cdus();
    fabrics();
    if (!errors_.empty()) {
        return tl::unexpected(errors_);  // what follows indexes into these
    }
    blocks();
    if (!errors_.empty()) {
        return tl::unexpected(errors_);
    }
    const CompileFault fault = [this](const char* code, const std::string& subject,
                                      const std::string& message, const std::string& remedy) {
        fail(code, subject, message, remedy);
    };
    compileRows(plant_, fault);
    compileLoadTraces(plant_, project_, options_.tables.get(), fault, errors_);
    storage();
    compileFabrics(plant_, project_, catalogue_, options_.fabrics.get(), fault);
    if (!errors_.empty()) {
        return tl::unexpected(errors_);
    }
    findPoolRuns(plant_);
    compilePower(plant_, project_, catalogue_, errors_);
    if (plant_.network != nullptr) {
        compileDrills(plant_, project_, fault);
    }
    compileHours(plant_, project_, catalogue_, errors_);
    compileRemotes(plant_, project_, catalogue_, fault);
    if (!errors_.empty()) {
        return tl::unexpected(errors_);
    }
    compileJobs(plant_, project_, catalogue_, options_, fault, errors_);
    if (!errors_.empty()) {
        return tl::unexpected(errors_);
    }
    drawLemons(plant_);
    plant_.layout = options_.layout != nullptr
                        ? *options_.layout
                        : layoutOf(project_, catalogue_, plant_.fabric.get());
    compileCooling(plant_, catalogue_, fault);
    if (!errors_.empty()) {
        return tl::unexpected(errors_);
    }
    plant_.hazards = hazardsOf(plant_, catalogue_);
    for (const RackBox& rack : plant_.layout.racks) {
        const std::string& block = plant_.layout.blocks[static_cast<std::size_t>(rack.block)];
        plant_.rackNames.push_back(PartAddress{block, 0, rack.name()}.text());
    }
    return std::move(plant_);
}

}  // namespace

std::shared_ptr<const Plant> withSeed(const Plant& plant, std::uint64_t seed) {
    auto other = std::make_shared<Plant>(plant);
    other->seed = seed;
    drawLemons(*other);
    drawHazards(*other, other->hazards);
    if (other->weatherIsDrawn) {
        other->weather = models::weatherFromClimate(other->climate, seed);
    }
    return other;
}

ResultAll<Plant> compile(const Project& project, const Catalogue& catalogue,
                         const RunOptions& options) {
    const Facility facility = resolve(std::make_shared<const Project>(asBuilt(project)), catalogue);
    const auto begin = std::chrono::steady_clock::now();
    auto plant = Compiler(facility, options).compile();
    if (isLogged(LogCategory::Compile)) {
        const double seconds =
            std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
        writeLog(LogCategory::Compile,
                 plant ? fmt::format("{}: {} objects, {} blocks, {} rows, {} hazards in {:.3f} s",
                                     plant->name, project.objects.size(), plant->blocks.size(),
                                     plant->rows.size(), plant->hazards.size(), seconds)
                       : fmt::format("{} faults: {}", plant.error().size(),
                                     plant.error().front().text()));
    }
    if (plant) {
        useAirShares(*plant, project, catalogue, options.anyAirState);
        plant->designText = std::make_shared<const std::string>(projectText(project));
    }
    return plant;
}

}  // namespace headroom::engine
