// SPDX-License-Identifier: Apache-2.0
#include "engine/plant/plant_hours.h"
#include "engine/run/racks/thermal.h"
#include "models/compute/thermal_clock.h"
#include "models/compute/usual.h"
#include "models/cooling/cold_plate.h"
#include "models/cooling/immersion_tank.h"
#include "models/cooling/rear_door_heat.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

namespace headroom::engine {

Flows::Flows(const Plant& plant)
    : hallRackW(plant.halls.size()),
      hallAirW(plant.halls.size()),
      hallFanAirM3PerS(plant.halls.size()),
      hallRackAirW(plant.halls.size()),
      hallFanHeatW(plant.halls.size()),
      rackImposedW(static_cast<std::size_t>(plant.racks), -1.0),
      rackLiquidW(static_cast<std::size_t>(plant.racks)),
      rackAirW(static_cast<std::size_t>(plant.racks)),
      rackAirM3PerS(static_cast<std::size_t>(plant.racks)),
      rackW(static_cast<std::size_t>(plant.racks)),
      fanW(plant.halls.size()),
      cduPumpW(plant.cdus.size()),
      loopPumpW(plant.loops.size()),
      rejectionW(plant.loops.size()) {
    tripped.reserve(static_cast<std::size_t>(plant.racks));
    for (std::size_t i = 0; i < plant.blocks.size(); ++i) {
        const PlantBlock& b = plant.blocks[i];
        RackGroup group;
        group.block = BlockIndex(i);
        group.firstRack = b.firstRack;
        group.racks = b.racks;
        if (b.firstRow < 0) {
            groups.push_back(group);
        }
        for (int k = b.firstRow; b.firstRow >= 0 && k < b.firstRow + b.spec.rows; ++k) {
            const PlantRow& row = plant.rows[static_cast<std::size_t>(k)];
            group.row = k;
            group.firstRack = row.firstRack;
            group.racks = row.racks;
            groups.push_back(group);
        }
    }
}

namespace {

/// Share of the way that a clock moves in one sub-step to what heat and the power controller allow, and back
/// when the chip is cool again. Assumption. A power limit acts within 10 to 100 ms: at once.
constexpr double kClockRelaxation = 0.5;

/// A clock so far below what its power limit allows is throttled.
constexpr double kClockMargin = 0.001;

/// Jobs learn of a clock that moved by more than this.
constexpr double kClockTolerance = 0.005;

/// The busiest chip of a rack is so hot that the rack shuts down, and has not yet.
bool isTripping(const models::AcceleratorSpec& a, const State& s, std::size_t rack) {
    return models::clockMultiplier(a, s.rackHotC[rack]) <= 0.0 && s.rackTripped[rack] == 0;
}

/// Water that enters the racks of a group.
struct Supply {
    double inletC = 0.0, flowRatio = 0.0;  ///< coolant; flow over design
};

/// All that decides what a sub-step does to a rack of a group.
struct RackBefore {
    models::RackLoad load;
    double imposedW = -1.0;                             ///< measured power; negative: none
    double cap = 1.0;                                   ///< clock that the power controller allows
    double airInC = 0.0, coolantC = 0.0, tankKg = 0.0;  ///< where the rack's cooling asks for them
    double airTopC = 0.0;  ///< as airInC, at the warmer of the whole front and its top third

    auto all() const {
        return std::tie(load.servers, load.chips, load.busiest, load.mostActivity, load.clock,
                        load.chipC, load.hotC, imposedW, cap, airInC, coolantC, tankKg, airTopC);
    }
};

/// Effect of a sub-step on the chips of a rack at one clock.
struct RackHeat {
    models::RackPower power;
    double acceleratorW = 0.0, busiestW = 0.0;
    double coolantC = 0.0, resistance = 0.0, decay = 0.0;  ///< of the mean chip
    models::WarmingChip hot;                               ///< the busiest chip

    double settledC(double meanW) const { return coolantC + resistance * meanW; }
};

/// Common to all racks of a group in a sub-step. `kPerW`: chip to coolant, of liquid-cooled racks;
/// of air-cooled ones by their fans.
struct GroupHeat {
    const PlantBlock& block;
    const models::AcceleratorSpec& chips;  ///< as the limit of the hour leaves them
    models::RackParts parts;
    Supply supply;
    double dt = 0.0;
    bool liquid = false;
    double kPerW = 0.0, decay = 0.0;

    GroupHeat(const PlantBlock& b, const models::AcceleratorSpec& accelerator,
              const RackGroup& group, const Supply& given, double seconds)
        : block(b),
          chips(accelerator),
          parts(b.parts(accelerator)),
          supply(given),
          dt(seconds),
          liquid(group.row >= 0 && b.server.cooling != models::CoolingKind::Air) {
        if (liquid) {
            kPerW = models::chipToCoolantKPerW(b.server, supply.flowRatio);
            decay = left(kPerW);
        }
    }

    /// Rest of the way to a settled temperature.
    double left(double byKPerW) const {
        return std::exp(-dt / (byKPerW * block.accelerator.heatCapacityJPerK));
    }

    /// `load`: that of `before`, at this clock.
    RackHeat at(const RackBefore& before, const models::RackLoad& load) const;
};

RackHeat GroupHeat::at(const RackBefore& before, const models::RackLoad& load) const {
    const PlantBlock& b = block;
    const models::AcceleratorSpec& a = chips;
    const double perServer = b.server.accelerators;
    const double on = load.servers * perServer;
    RackHeat heat;
    heat.power = models::rackPower(parts, load);
    heat.acceleratorW = heat.power.chipsW;
    heat.busiestW = heat.power.busiestW;
    if (load.servers > 0.0 && before.imposedW >= 0.0) {
        // Measured: accelerators have their share of the rating in it. The loss of its supplies is inside the measurement,
        // and unknown.
        heat.acceleratorW = std::clamp(before.imposedW * on * a.tdpW / b.rack.ratedPowerW,
                                       on * a.idleW, on * a.tdpW);
        heat.busiestW = heat.acceleratorW / on;
    }

    // Chip to coolant: exact for constant power and coolant over the sub-step. Plates see the
    // mean of what enters and what leaves; a bath, and coolant that is stopped, are mixed.
    heat.coolantC = before.airInC;
    heat.resistance = kPerW;
    heat.decay = decay;
    if (!liquid) {
        heat.resistance = models::chipToCoolantKPerW(b.server, heat.power.fanMassRatio);
        heat.decay = left(heat.resistance);
    } else if (b.hasTank) {
        heat.coolantC = before.coolantC;
        const double chipW = on > 0.0 ? heat.acceleratorW / on : 0.0;
        const bool dry = models::tankLevel(b.tank, b.bath, {heat.coolantC, before.tankKg, 0.0}) <
                         b.tank.lowLevel;
        const models::ChipInBath chip =
            models::chipInBath(b.tank, b.bath, heat.coolantC, chipW, dry);
        heat.coolantC = chip.coolantC;
        heat.resistance = chip.kPerW;
        heat.decay = left(heat.resistance);
    } else {
        heat.coolantC =
            supply.flowRatio > 0.05 ? 0.5 * (supply.inletC + before.coolantC) : before.coolantC;
    }

    // The busiest chip by the same law under its own power, with the spread between devices;
    // its heat is in the mean.
    double hotKPerW = heat.resistance, hotLeft = heat.decay;
    if (!liquid && load.servers > 0.0 && load.chips.mean() < 0.99 * load.busiest.mean()) {
        // Fans follow their own server: the one with the busiest chip moves more air.
        const double boardW =
            perServer * heat.busiestW + models::hostPowerW(b.server, load.busiest.mean());
        hotKPerW = models::chipToCoolantKPerW(
            b.server,
            b.air.densityRatio *
                models::serverFanSpeed(b.server, boardW, parts.fullFanHeatW, b.air.densityRatio));
        hotLeft = left(hotKPerW);
    }
    // Assumption: the server with the busiest chip is at the warmest height of its rack.
    heat.hot = {load.hotC, liquid ? heat.coolantC : before.airTopC, b.hotRise * hotKPerW, hotLeft};
    return heat;
}

/// Effect of a sub-step on it.
struct RackAfter {
    models::RackPower power;
    double rackW = 0.0, acceleratorW = 0.0, liquidW = 0.0, airW = 0.0, storedW = 0.0;
    double chipC = 0.0, hotC = 0.0;
    double freeClock = 1.0;  ///< that heat and the power controller leave
    double clock = 1.0;      ///< with the power limit in the hardest phase
    double limitClock = 1.0;
    double clockPower = 1.0;  ///< active power over that at full clock
    bool measured = false, tooHot = false;
};

RackBefore rackBefore(const PlantBlock& b, const State& s, const Flows& f, bool liquid,
                      std::size_t i) {
    RackBefore before;
    before.load = rackLoad(s, i);
    before.imposedW = f.rackImposedW[i];
    before.cap = s.power.rackCap[i];
    before.airInC = !liquid || b.hasRearDoor ? s.coolant.inletC[i] : 0.0;
    before.airTopC = liquid || s.coolant.topC.empty() ? before.airInC
                                                      : std::max(before.airInC, s.coolant.topC[i]);
    before.coolantC = liquid ? s.coolant.rackC[i] : 0.0;
    before.tankKg = b.hasTank ? s.coolant.tankKg[i] : 0.0;
    return before;
}

RackAfter sweepRack(const GroupHeat& warming, const RackBefore& before) {
    const PlantBlock& b = warming.block;
    const models::AcceleratorSpec& a = warming.chips;
    const double imposedW = before.imposedW;
    models::RackLoad load = before.load;
    RackHeat heat = warming.at(before, load);
    const double on = load.servers * b.server.accelerators;
    RackAfter after;
    after.measured = load.servers > 0.0 && imposedW >= 0.0;
    double hotC = heat.hot.afterC(heat.busiestW);
    if (on > 0.0 && !after.measured && hotC > a.throttleSoftwareC) {
        // Chips hold themselves at their limit, and far quicker than a sub-step.
        load.clock = models::heldClock(a, heat.hot, load.busiest, before.cap);
        heat = warming.at(before, load);
        hotC = heat.hot.afterC(heat.busiestW);
    }
    after.power = heat.power;
    after.acceleratorW = heat.acceleratorW;
    after.rackW = after.measured ? imposedW : heat.power.inputW;

    // The mean of the chips in service, by which they leak: those of servers that are away would make them colder than they
    // are, and slow the fans of the others. Where all are away they cool down together.
    const double chips = on > 0.0 ? on : static_cast<double>(b.acceleratorsPerRack);
    const double settledC = heat.settledC(heat.acceleratorW / chips);
    after.chipC = settledC + (load.chipC - settledC) * heat.decay;
    after.storedW = chips * a.heatCapacityJPerK * (after.chipC - load.chipC) / warming.dt;
    const double heatW = after.rackW - after.storedW;
    after.liquidW = heatW * (warming.liquid ? b.server.liquidFraction : 0.0);
    if (b.hasRearDoor) {
        after.liquidW += models::rearDoorHeatW(
            b.rearDoor, b.air, {before.airInC, heat.power.fanAirM3PerS, heatW - after.liquidW},
            warming.supply.inletC, warming.supply.flowRatio * b.coolantM3PerS);
    }
    after.airW = heatW - after.liquidW;

    if (on > 0.0) {
        // It switches itself off when it gets there, within the sub-step.
        hotC = std::min(hotC, a.shutdownC + models::kTripOvershootK);
    }
    after.hotC = hotC;
    const double byHeat = models::clockMultiplier(a, hotC);
    after.tooHot = byHeat <= 0.0;
    // Heat and the power controller lower it, and each chip's own power limit, which is not a fault: only what is below
    // that counts as throttled.
    const double allowed = std::min(std::max(byHeat, 0.0), before.cap);
    after.freeClock = load.clock + kClockRelaxation * (allowed - load.clock);
    if (std::abs(after.freeClock - allowed) < 1e-3) {
        after.freeClock = allowed;
    }
    after.limitClock = after.measured ? 1.0 : heat.power.limitClock;
    after.clock = std::min(after.freeClock, after.limitClock);
    const double active = load.chips.mean();
    after.clockPower = models::clockPower(a, load.clock) *
                       (active > 0.0 ? load.chips.capped(heat.power.atLimit) / active : 1.0);
    return after;
}

/// The racks of a group, which share their coolant's flow and inlet. Writes what is theirs alone. Racks of a job, and
/// those that are idle, are alike: what holds for one holds for those after it.
void sweepGroup(const PlantBlock& b, const models::AcceleratorSpec& a, RackGroup& group,
                const Supply& supply, State& s, Flows& f, double dt) {
    const GroupHeat warming(b, a, group, supply, dt);
    const double total = b.acceleratorsPerRack;
    double rackSum = 0.0, airSum = 0.0, acceleratorSum = 0.0, psuSum = 0.0, shelfSum = 0.0,
           storedSum = 0.0, activitySum = 0.0, fanAirSum = 0.0,
           hottestC = -std::numeric_limits<double>::infinity();
    int throttled = 0;
    bool clockChanged = false, trips = false;

    RackBefore before;
    RackAfter after;
    float utilization = 0.0F, health = 0.0F;
    for (int r = group.firstRack; r < group.firstRack + group.racks; ++r) {
        const auto i = static_cast<std::size_t>(r);
        if (const RackBefore own = rackBefore(b, s, f, warming.liquid, i);
            r == group.firstRack || own.all() != before.all()) {
            before = own;
            after = sweepRack(warming, before);
            const double on = before.load.servers * b.server.accelerators;
            utilization = static_cast<float>(before.load.chips.mean() * on / total);
            health = static_cast<float>(before.load.servers / b.rack.servers);
        }
        const double on = before.load.servers * b.server.accelerators;
        s.rackChipC[i] = after.chipC;
        s.rackHotC[i] = after.hotC;
        s.rackClock[i] = after.clock;
        s.rackFreeClock[i] = after.freeClock;
        f.rackLiquidW[i] = after.liquidW;
        f.rackAirW[i] = after.airW;
        f.rackAirM3PerS[i] = after.power.fanAirM3PerS;
        f.rackW[i] = after.rackW;
        s.shown.rackPowerW[i] = static_cast<float>(after.rackW);
        s.shown.rackHotChipC[i] = static_cast<float>(after.hotC);
        s.shown.rackMeanChipC[i] = static_cast<float>(after.chipC);
        s.shown.rackBusiest[i] = static_cast<float>(before.load.busiest.mean());
        s.rackUtilization[i] = utilization;
        s.shown.rackClock[i] = static_cast<float>(after.clock);
        s.shown.rackClockPower[i] = static_cast<float>(after.clockPower);
        s.shown.rackHealth[i] = health;
        trips = trips || (after.tooHot && s.rackTripped[i] == 0);
        clockChanged = clockChanged || clockMoved(after.clock, s.rackAppliedClock[i]);
        if (after.clock < after.limitClock - kClockMargin && on > 0.0) {
            throttled += static_cast<int>(on);
        }
        hottestC = std::max(hottestC, after.hotC);
        rackSum += after.rackW;
        airSum += after.airW;
        acceleratorSum += after.acceleratorW;
        psuSum += after.measured ? 0.0 : after.power.psuLossW;
        shelfSum += after.measured ? 0.0 : after.power.shelfLossW;
        storedSum += after.storedW;
        activitySum += before.load.chips.mean() * on;
        fanAirSum += after.power.fanAirM3PerS;
    }
    group.rackW = rackSum;
    group.airW = airSum;
    group.fanAirM3PerS = fanAirSum;
    group.acceleratorW = acceleratorSum;
    group.psuLossW = psuSum;
    group.shelfLossW = shelfSum;
    group.storedW = storedSum;
    group.activity = activitySum;
    group.hottestC = hottestC;
    group.throttled = throttled;
    group.clockChanged = clockChanged;
    group.trips = trips;
}

Supply supplyOf(const Plant& plant, const State& s, const RackGroup& group) {
    Supply supply;
    if (group.row >= 0) {
        const PlantRow& row = plant.rows[static_cast<std::size_t>(group.row)];
        const PlantBlock& b = plant.blocks[static_cast<std::size_t>(group.block)];
        const auto link = static_cast<std::size_t>(row.link);
        const int from = plant.cooling->links[link].from;
        supply.inletC = s.coolant.nodeC[static_cast<std::size_t>(from)];
        supply.flowRatio =
            std::max(0.0, s.coolant.flowM3PerS[link] / (row.racks * b.coolantM3PerS));
    }
    return supply;
}

}  // namespace

bool clockMoved(double clock, double known) {
    return std::abs(clock - known) > kClockTolerance || (clock == 1.0 && known != 1.0);
}

models::RackLoad rackLoad(const State& s, std::size_t rack) {
    return {static_cast<double>(s.rackServersUp[rack]),
            s.rackPhases[rack],
            s.rackBusiest[rack],
            s.rackMostActivity[rack],
            s.rackFreeClock[rack],
            s.rackChipC[rack],
            s.rackHotC[rack]};
}

double limitClock(const Plant& plant, const State& s, std::size_t rack) {
    const auto block = static_cast<std::size_t>(plant.rackBlock[rack]);
    return models::clockAtLimit(acceleratorsAt(plant, block, s.flowS), s.rackMostActivity[rack],
                                s.rackHotC[rack]);
}

bool isThrottled(const Plant& plant, const State& s, std::size_t rack) {
    return s.rackFreeClock[rack] < limitClock(plant, s, rack) - kClockMargin;
}

void imposeLoads(const Plant& plant, Flows& flows, double timeS) {
    for (const PlantLoadTrace& t : plant.loadTraces) {
        flows.measured.clear();
        for (std::size_t column = 0; column < t.table.columns.size(); ++column) {
            flows.measured.push_back(t.table.at(column, timeS));
        }
        for (std::size_t r = 0; r < t.rackColumn.size(); ++r) {
            if (t.rackColumn[r] >= 0) {
                flows.rackImposedW[r] =
                    t.rackShare[r] * flows.measured[static_cast<std::size_t>(t.rackColumn[r])];
            }
        }
    }
}

void sweepRacks(const Plant& plant, State& state, Flows& flows, double dt, Workers& workers) {
    std::fill(flows.hallRackW.begin(), flows.hallRackW.end(), 0.0);
    std::fill(flows.hallAirW.begin(), flows.hallAirW.end(), 0.0);
    std::fill(flows.hallFanAirM3PerS.begin(), flows.hallFanAirM3PerS.end(), 0.0);
    std::fill(flows.hallRackAirW.begin(), flows.hallRackAirW.end(), 0.0);
    std::fill(flows.hallFanHeatW.begin(), flows.hallFanHeatW.end(), 0.0);
    flows.acceleratorW = flows.psuLossW = flows.shelfLossW = flows.storedW = flows.activity = 0.0;
    flows.hottestC = -273.15;
    flows.throttled = 0;
    flows.clockChanged = false;
    flows.tripped.clear();

    workers.each(static_cast<int>(flows.groups.size()), [&](int k) {
        RackGroup& group = flows.groups[static_cast<std::size_t>(k)];
        const auto block = static_cast<std::size_t>(group.block);
        sweepGroup(plant.blocks[block], acceleratorsAt(plant, block, state.flowS), group,
                   supplyOf(plant, state, group), state, flows, dt);
    });
    for (const RackGroup& group : flows.groups) {
        const PlantBlock& b = plant.blocks[static_cast<std::size_t>(group.block)];
        const auto hall = static_cast<std::size_t>(b.hall);
        flows.hallRackW[hall] += group.rackW;
        flows.hallAirW[hall] += group.airW;
        flows.hallRackAirW[hall] += group.airW;
        flows.hallFanHeatW[hall] += group.fanAirM3PerS > 0.0 ? group.airW : 0.0;
        flows.hallFanAirM3PerS[hall] += group.fanAirM3PerS;
        flows.acceleratorW += group.acceleratorW;
        flows.psuLossW += group.psuLossW;
        flows.shelfLossW += group.shelfLossW;
        flows.storedW += group.storedW;
        flows.activity += group.activity;
        flows.hottestC = std::max(flows.hottestC, group.hottestC);
        flows.throttled += group.throttled;
        flows.clockChanged = flows.clockChanged || group.clockChanged;
        for (int r = group.firstRack; group.trips && r < group.firstRack + group.racks; ++r) {
            if (isTripping(b.accelerator, state, static_cast<std::size_t>(r))) {
                flows.tripped.emplace_back(r);
            }
        }
    }
    flows.itW = 0.0;
    for (std::size_t i = 0; i < plant.halls.size(); ++i) {
        const PlantHall& h = plant.halls[i];
        const double steadyW = (state.fabric.hallW[i] + h.storageW) * state.hallItRunning[i];
        flows.hallAirW[i] += steadyW;
        flows.itW += flows.hallRackW[i] + steadyW;
    }
}

}  // namespace headroom::engine
