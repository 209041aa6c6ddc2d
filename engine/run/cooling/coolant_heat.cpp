// SPDX-License-Identifier: Apache-2.0
#include "engine/run/cooling/coolant.h"
#include "engine/run/cooling/moved.h"
#include "models/cooling/crah.h"
#include "models/cooling/usual.h"

#include <algorithm>
#include <array>
#include <cmath>

/// Heat in the coolant plant: air, rows of racks, exchangers, and the temperatures of all of them.
namespace headroom::engine {

namespace {

/// Rows with less of their flow than this decide over the sub-step by their own coolant.
constexpr double kLowFlow = 0.5;

/// Weight of the loss of all liquid of a tank for the sub-step: a hundredth as 1 K.
constexpr double kQuickTankK = 100.0;

constexpr std::size_t kCircuitKinds = static_cast<std::size_t>(CircuitKind::Rack) + 1;

template <class List>
double& put(List& list, std::size_t i, auto quantity) {
    return list[i][static_cast<std::size_t>(quantity)];
}

}  // namespace

void Coolant::buildThermal() {
    const std::size_t nodes = n_.nodes.size(), halls = plant_.halls.size();
    std::vector<ThermalLink> links;
    for (const CoolingLink& l : n_.links) {
        links.push_back({l.from, l.to, 0.0, 0.0, 1.0});
    }
    for (std::size_t i = 0; i < halls; ++i) {
        const int node = static_cast<int>(nodes + i);
        links.push_back({node, node, 0.0, 0.0, 1.0});
    }
    std::vector<ThermalExchange> exchanges;
    const auto add = [&](int hot, int cold) {
        ThermalExchange e;
        e.hot = hot;
        e.cold = cold;
        exchanges.push_back(e);
        return static_cast<int>(exchanges.size()) - 1;
    };
    for (std::size_t i = 0; i < plant_.cdus.size(); ++i) {
        cduExchange_.push_back(add(n_.cduSecondary[i], n_.cduPrimary[i]));
    }
    for (std::size_t i = 0; i < halls; ++i) {
        coilExchange_.push_back(add(static_cast<int>(n_.links.size() + i), n_.hallCoil[i]));
    }
    for (std::size_t i = 0; i < plant_.loops.size(); ++i) {
        economiserExchange_.push_back(
            n_.loopEconomiser[i] >= 0 ? add(n_.loopEconomiser[i], n_.loopEconomiserOut[i]) : -1);
        evaporatorExchange_.push_back(
            n_.loopEvaporators[i] >= 0 ? add(n_.loopEvaporators[i], n_.loopCondensers[i]) : -1);
        const int outdoor = n_.loopTowers[i] >= 0 ? n_.loopTowers[i] : n_.loopDryCoolers[i];
        towerExchange_.push_back(outdoor >= 0 ? add(outdoor, -1) : -1);
        externalExchange_.push_back(n_.loopExternal[i] >= 0 ? add(n_.loopExternal[i], -1) : -1);
        reuse_.push_back(plant_.loops[i].spec.reuseW > 0.0 ? add(n_.loopPumps[i], -1) : -1);
    }
    thermal_ =
        ThermalNetwork(static_cast<int>(nodes + halls), std::move(links), std::move(exchanges));
    for (std::size_t i = 0; i < nodes; ++i) {
        const CircuitFluid& fluid = plant_.circuitFluid[at(n_.nodes[i].circuit)];
        thermal_.capacityJPerK[i] = n_.nodes[i].volumeM3 * fluid.jPerM3K() + models::kNodeJPerK;
    }
    for (std::size_t i = 0; i < plant_.loops.size(); ++i) {
        outdoorJPerK_.push_back(0.0);
        const int outdoor = n_.loopTowers[i] >= 0 ? n_.loopTowers[i] : n_.loopDryCoolers[i];
        if (outdoor >= 0) {
            const CoolingCircuit& circuit = n_.circuits[at(n_.links[at(outdoor)].circuit)];
            for (auto k = at(circuit.firstNode); k < at(circuit.firstNode + circuit.nodes); ++k) {
                outdoorJPerK_.back() += thermal_.capacityJPerK[k];
            }
        }
    }
    holds_.resize(thermal_.exchanges.size());
    for (const auto* machines : {&evaporatorExchange_, &externalExchange_}) {
        for (const int exchange : *machines) {
            if (exchange >= 0) {
                holds_[at(exchange)] = 1;
            }
        }
    }
    int zone = 0;
    for (std::size_t i = 0; i < halls; ++i) {
        const models::HallSpec& h = plant_.halls[i].spec;
        thermal_.capacityJPerK[nodes + i] =
            models::kPlenumShare * plant_.hallAir[i].air.jPerM3K * h.widthM * h.depthM * h.heightM;
        air_.emplace_back(plant_.hallAir[i]);
        firstZone_.push_back(zone);
        zone += plant_.hallAir[i].zones;
    }
    returnLaw_.resize(halls);
    tankLaw_.resize(at(plant_.racks));
    rackStoredW_.resize(at(plant_.racks));
    rackLostW_.resize(at(plant_.racks));
    rowFastestK_.resize(plant_.rows.size());
    hallStoredW_.resize(halls);
}

/// Coming effect of each machine, hall and row on the streams that enter it; loops first, which take longest.
void Coolant::exchange(Flows& f, const models::Weather& w, double dt) {
    for (std::size_t i = 0; i < n_.links.size(); ++i) {
        thermal_.links[i].wPerK = wPerK(LinkIndex(i));
    }
    const auto loops = static_cast<int>(plant_.loops.size());
    const auto halls = loops + static_cast<int>(plant_.halls.size());
    const auto cdus = halls + static_cast<int>(plant_.cdus.size());
    const auto rows = cdus + static_cast<int>(plant_.rows.size());
    workers_.each(rows, [&](int k) {
        if (k < loops) {
            rejectHeat(LoopIndex(k), w, dt);
            coolFromOutside(LoopIndex(k));
            chill(LoopIndex(k), w, dt);
        } else if (k < halls) {
            air(at(k - loops), f, dt);
            coilExchanger(at(k - loops));
        } else if (k < cdus) {
            cduExchanger(at(k - halls));
        } else {
            row(plant_.rows[at(k - cdus)], f, dt);
        }
    });
    countAir(f);
    for (LoopIndex loop(0); loop < loops; ++loop) {
        countRejection(loop, f);
    }
}

/// Air handlers follow the air that servers move, and heat for what has no fans: racks without them, switches, storage,
/// electrical parts. Zones of the hall condense to the law of its return.
void Coolant::air(std::size_t i, const Flows& f, double dt) {
    const std::size_t nodes = n_.nodes.size(), links = n_.links.size();
    const PlantHall& h = plant_.halls[i];
    const double units = c_.running[at(n_.hallCoil[i])];
    const double ratedAir = units * h.crah.airflowM3PerS;
    const double fanlessW = std::max(0.0, f.hallAirW[i] - f.hallFanHeatW[i]);
    const double wantedAir = air_[i].plan().supplyFor(
        f.hallFanAirM3PerS[i],
        models::crahAirM3PerS(h.crah, fanlessW, plant_.hallAir[i].air.densityRatio));
    const double ratio =
        ratedAir > 0.0 ? std::clamp(wantedAir / ratedAir, h.crah.fanMinSpeed, 1.0) : 0.0;
    // Through coils whose fans are stopped goes what buoyancy moves.
    const double airM3PerS =
        std::max(ratio * ratedAir,
                 models::kStillAirShare * inService(n_.hallCoil[i]) * h.crah.airflowM3PerS);
    c_.airRatio[i] = ratio;
    c_.crahW[i] = units * models::crahFanW(h.crah, ratio, plant_.hallAir[i].air.densityRatio);
    const std::span<const double> zones{c_.zoneC.data() + firstZone_[i], at(air_[i].plan().zones)};
    returnLaw_[i] = air_[i].condense({f.rackAirM3PerS, f.rackAirW}, airM3PerS,
                                     f.hallAirW[i] - f.hallRackAirW[i], zones, dt);
    ThermalLink& link = thermal_.links[links + i];
    link.wPerK = returnLaw_[i].airWPerK;
    link.alphaC = returnLaw_[i].alphaC;
    link.beta = returnLaw_[i].beta;
    thermal_.sourceW[nodes + i] = c_.crahW[i];
}

void Coolant::countAir(Flows& f) const {
    for (std::size_t i = 0; i < plant_.halls.size(); ++i) {
        f.fanW[i] = c_.crahW[i];
        f.airHandlerW += c_.crahW[i];
        f.mechanicalW += c_.crahW[i];
    }
}

/// Each rack is a mixed volume of coolant and metal between the row's headers; tanks are baths
/// with a coil. Both condense to T_out = alpha + beta T_in of their row.
void Coolant::row(const PlantRow& row, const Flows& f, double dt) {
    const PlantBlock& b = plant_.blocks[at(row.block)];
    ThermalLink& link = thermal_.links[at(row.link)];
    link.alphaC = 0.0;
    link.beta = 1.0;
    if (link.wPerK <= 0.0) {
        return;
    }
    const double each = link.wPerK / row.racks;
    double alpha = 0.0, beta = 0.0;
    for (int r = row.firstRack; r < row.firstRack + row.racks; ++r) {
        const auto k = at(r);
        if (b.hasTank) {
            const models::TankLaw& law = tankLaw_[k] =
                tankLaw(row, RackIndex(r), f.rackLiquidW[k], dt);
            if (law.fixedSink) {
                alpha += law.effectiveness * law.sinkC;
                beta += 1.0 - law.effectiveness;
                continue;
            }
            // Bath implicit: (C/dt + eps W) T_b = C/dt T_b,before + Q + eps W T_in.
            const double stored = law.capacityJPerK / dt;
            const double g = law.effectiveness * each;
            const double a = (stored * c_.rackC[k] + f.rackLiquidW[k]) / (stored + g);
            alpha += law.effectiveness * a;
            beta += 1.0 - law.effectiveness + law.effectiveness * g / (stored + g);
            continue;
        }
        const double stored = b.coolantJPerK / dt;
        alpha += (stored * c_.rackC[k] + f.rackLiquidW[k]) / (stored + each);
        beta += each / (stored + each);
    }
    link.alphaC = alpha / row.racks;
    link.beta = beta / row.racks;
}

models::TankLaw Coolant::tankLaw(const PlantRow& row, RackIndex rack, double heatW,
                                 double dt) const {
    const PlantBlock& b = plant_.blocks[at(row.block)];
    const models::TankState state{c_.rackC[at(rack)], c_.tankKg[at(rack)], c_.vapourKg[at(rack)]};
    const double each = c_.flowM3PerS[at(row.link)] / row.racks;
    const double inC = c_.nodeC[at(n_.links[at(row.link)].from)];
    return models::tankLaw(b.tank, b.bath, state, heatW, each, rhoCp(row.link), inC, 1.0, dt);
}

void Coolant::cduExchanger(std::size_t i) {
    const PlantCdu& cdu = plant_.cdus[i];
    const LinkIndex primary = n_.cduPrimary[i], secondary = n_.cduSecondary[i];
    const double units = inService(primary);
    double g = 0.0;
    if (units > 0.0) {
        g = units * models::cduConductanceWPerK(cdu.cdu, c_.flowM3PerS[at(primary)] / units,
                                                c_.flowM3PerS[at(secondary)] / units,
                                                rhoCp(primary), rhoCp(secondary),
                                                c_.foul[at(primary)]);
    }
    ThermalExchange& e = thermal_.exchanges[at(cduExchange_[i])];
    e.gHotWPerK = e.gColdWPerK = g;
}

void Coolant::coilExchanger(std::size_t i) {
    const PlantHall& h = plant_.halls[i];
    const LinkIndex coil(n_.hallCoil[i]);
    const double units = inService(coil);
    double g = 0.0;
    const double airW = returnLaw_[i].airWPerK;
    if (units > 0.0 && airW > 0.0) {
        const models::AirProperties& properties = plant_.hallAir[i].air;
        const double air = airW / properties.jPerM3K;
        g = units * models::crahConductanceWPerK(h.crah, properties, air / units,
                                                 c_.flowM3PerS[at(coil)] / units, rhoCp(coil),
                                                 c_.foul[at(coil)]);
        g = std::min(g, airW);
    }
    ThermalExchange& e = thermal_.exchanges[at(coilExchange_[i])];
    e.gHotWPerK = e.gColdWPerK = g;
}

void Coolant::solve(Flows& f, double dt) {
    const std::size_t nodes = n_.nodes.size();
    std::fill_n(thermal_.sourceW.begin(), nodes, 0.0);
    for (std::size_t i = 0; i < n_.links.size(); ++i) {
        if (shaftW_[i] > 0.0) {
            thermal_.sourceW[at(n_.links[i].to)] += shaftW_[i];
        }
    }
    nodeBefore_ = c_.nodeC;
    thermal_.solve(dt, c_.nodeC);
    if (restHolding()) {
        c_.nodeC = nodeBefore_;
        thermal_.solve(dt, c_.nodeC);
    }
    f.storedW += thermal_.storedW();
    std::array<Moved, kCircuitKinds> byKind;
    for (const CoolingCircuit& circuit : n_.circuits) {
        double mostK = 0.0;
        for (auto i = at(circuit.firstNode); i < at(circuit.firstNode + circuit.nodes); ++i) {
            mostK = std::max(mostK, std::abs(c_.nodeC[i] - nodeBefore_[i]));
        }
        byKind[static_cast<std::size_t>(circuit.kind)].add(mostK);
    }
    Moved halls;
    for (std::size_t i = n_.nodes.size(); i < c_.nodeC.size(); ++i) {
        halls.add(std::abs(c_.nodeC[i] - nodeBefore_[i]));
    }
    if (grows_) {
        noteRates(dt);
    }
    fastestK_ = halls.mostK;
    commonK_ = halls.commonK();
    for (const Moved& kind : byKind) {
        fastestK_ = std::max(fastestK_, kind.mostK);
        commonK_ = std::max(commonK_, kind.commonK());
    }
}

/// How fast temperatures moved, and by how much that differs from the sub-step before.
void Coolant::noteRates(double dt) {
    c_.nodeKPerS.resize(c_.nodeC.size(), 0.0);
    bendK_ = 0.0;
    for (std::size_t i = 0; i < c_.nodeC.size(); ++i) {
        const double kPerS = (c_.nodeC[i] - nodeBefore_[i]) / dt;
        bendK_ = std::max(bendK_, std::abs(kPerS - c_.nodeKPerS[i]) * dt);
        c_.nodeKPerS[i] = kPerS;
    }
}

/// The law of a machine that holds a temperature does so for the water that was expected. Where colder water came than
/// that, it would give heat: no machine does, it is stopped in that sub-step. Whether any does.
bool Coolant::restHolding() {
    bool any = false;
    for (std::size_t i = 0; i < holds_.size(); ++i) {
        if (holds_[i] != 0 && thermal_.exchangeW(static_cast<int>(i)) < 0.0) {
            ThermalExchange& e = thermal_.exchanges[i];
            e.gHotWPerK = e.gColdWPerK = e.q0W = 0.0;
            e.coldShare = 1.0;
            any = true;
        }
    }
    return any;
}

/// Racks and halls at the temperatures found.
void Coolant::finish(Flows& f, double dt) {
    const auto halls = static_cast<int>(plant_.halls.size());
    const auto rows = static_cast<int>(plant_.rows.size());
    workers_.each(halls + rows, [&](int k) {
        k < halls ? finishHall(at(k), f) : finishRow(at(k - halls), f, dt);
    });
    for (std::size_t i = 0; i < plant_.rows.size(); ++i) {
        const PlantRow& row = plant_.rows[i];
        fastestK_ = std::max(fastestK_, rowFastestK_[i]);
        commonK_ = std::max(commonK_, rowFastestK_[i]);
        bendK_ = std::max(bendK_, rowFastestK_[i]);
        for (int r = row.firstRack; r < row.firstRack + row.racks; ++r) {
            f.storedW += rackStoredW_[at(r)];
            f.rejectedW += rackLostW_[at(r)];
        }
    }
    for (const double storedW : hallStoredW_) {
        f.storedW += storedW;
    }
}

void Coolant::finishRow(std::size_t i, const Flows& f, double dt) {
    const PlantRow& row = plant_.rows[i];
    const PlantBlock& b = plant_.blocks[at(row.block)];
    const ThermalLink& link = thermal_.links[at(row.link)];
    const bool flows = link.wPerK > 0.0;
    const double each = flows ? link.wPerK / row.racks : 0.0;
    const double inC = thermal_.inC(row.link);
    const double flowM3PerS = c_.flowM3PerS[at(row.link)] / row.racks;
    const bool low = flowM3PerS < kLowFlow * b.coolantM3PerS;
    double fastestK = 0.0;
    for (int r = row.firstRack; r < row.firstRack + row.racks; ++r) {
        const auto k = at(r);
        const double before = c_.rackC[k];
        double outC = before;
        if (b.hasTank) {
            const models::TankLaw& law = tankLaw_[k];
            double waterW = 0.0;
            if (flows && law.fixedSink) {
                waterW = law.effectiveness * each * (law.sinkC - inC);
            } else if (flows) {
                const double stored = law.capacityJPerK / dt;
                const double g = law.effectiveness * each;
                waterW = g * ((stored * before + f.rackLiquidW[k] + g * inC) / (stored + g) - inC);
            }
            models::TankState state{before, c_.tankKg[k], c_.vapourKg[k]};
            const models::TankStep step =
                models::stepTank(b.tank, b.bath, state, f.rackLiquidW[k], waterW, dt);
            c_.rackC[k] = state.bathC;
            c_.tankKg[k] = state.liquidKg;
            c_.vapourKg[k] = state.vapourKg;
            rackStoredW_[k] = step.storedJ / dt;
            rackLostW_[k] = step.lostJ / dt;
            // A tank that loses its liquid does so at one temperature.
            fastestK = std::max(
                fastestK, kQuickTankK * step.lostKg / (b.tank.volumeM3 * b.bath.densityKgPerM3));
            outC = flows ? inC + waterW / each : inC;
        } else {
            const double stored = b.coolantJPerK / dt;
            const double riseK = (f.rackLiquidW[k] + each * (inC - before)) / (stored + each);
            c_.rackC[k] = before + riseK;
            rackStoredW_[k] = stored * riseK;
            outC = c_.rackC[k];
        }
        if (low) {
            fastestK = std::max(fastestK, std::abs(c_.rackC[k] - before));
        }
        s_.rackCoolantC[k] = static_cast<float>(inC);
        s_.shown.rackReturnC[k] = static_cast<float>(outC);
        s_.shown.rackFlowM3PerS[k] = static_cast<float>(flowM3PerS);
    }
    rowFastestK_[i] = fastestK;
}

void Coolant::finishHall(std::size_t i, const Flows& f) {
    const double supplyC = c_.nodeC[n_.nodes.size() + i];
    hallStoredW_[i] = air_[i].finish(
        supplyC, {c_.zoneC.data() + firstZone_[i], at(air_[i].plan().zones)}, c_.inletC, c_.topC);
    s_.hallReturnC[i] = returnLaw_[i].alphaC + returnLaw_[i].beta * supplyC;
    for (const HallAirPlan::Row& row : air_[i].plan().rows) {
        for (int r = row.firstRack; r < row.firstRack + row.racks; ++r) {
            const auto k = at(r);
            s_.rackInletC[k] = static_cast<float>(c_.inletC[k]);
            if (plant_.blocks[at(plant_.rackBlock[k])].firstRow < 0) {
                const double airW = f.rackAirM3PerS[k] * plant_.hallAir[i].air.jPerM3K;
                s_.rackCoolantC[k] = s_.rackInletC[k];
                s_.shown.rackReturnC[k] =
                    static_cast<float>(c_.inletC[k] + (airW > 0.0 ? f.rackAirW[k] / airW : 0.0));
            }
        }
    }
}

/// Stored cold over heat: all water of loop and racks behind it, up to the throttling of the first
/// rack that hangs on it. One pass over all loops.
void Coolant::showRideThrough(const Flows& f) {
    struct Loop {
        double storedJPerK = 0.0, marginK = 1e9, heatW = 0.0;
    };

    std::vector<Loop> loops(plant_.loops.size());
    const auto addCircuit = [&](Loop& loop, int circuit) {
        const CoolingCircuit& c = n_.circuits[at(circuit)];
        for (int k = c.firstNode; k < c.firstNode + c.nodes; ++k) {
            loop.storedJPerK += thermal_.capacityJPerK[at(k)];
        }
    };
    for (std::size_t i = 0; i < loops.size(); ++i) {
        addCircuit(loops[i], n_.loopCircuit[i]);
    }
    for (std::size_t i = 0; i < plant_.cdus.size(); ++i) {
        addCircuit(loops[at(plant_.cdus[i].loop)], n_.cduCircuit[i]);
    }
    // Heat of the racks, whether or not water moves now.
    for (std::size_t i = 0; i < plant_.halls.size(); ++i) {
        loops[at(plant_.halls[i].loop)].heatW += f.hallAirW[i];
    }
    for (const PlantRow& row : plant_.rows) {
        const PlantBlock& b = plant_.blocks[at(row.block)];
        Loop& loop = loops[at(plant_.cdus[at(row.cdu)].loop)];
        loop.storedJPerK += row.racks * b.coolantJPerK;
        for (int r = row.firstRack; r < row.firstRack + row.racks; ++r) {
            loop.heatW += f.rackLiquidW[at(r)];
            loop.marginK =
                std::min(loop.marginK, b.accelerator.throttleSoftwareC - s_.rackHotC[at(r)]);
        }
    }
    for (const PlantBlock& b : plant_.blocks) {
        if (b.cdu >= 0) {
            continue;
        }
        double& marginK = loops[at(plant_.halls[at(b.hall)].loop)].marginK;
        for (int r = b.firstRack; r < b.firstRack + b.racks; ++r) {
            marginK = std::min(marginK, b.accelerator.throttleSoftwareC - s_.rackHotC[at(r)]);
        }
    }
    for (std::size_t i = 0; i < loops.size(); ++i) {
        const Loop& loop = loops[i];
        put(s_.shown.loops, i, LoopQuantity::RideThrough) =
            loop.heatW > 0.0 && loop.marginK < 1e8
                ? std::max(0.0, loop.marginK) * loop.storedJPerK / loop.heatW
                : 0.0;
    }
}

void Coolant::show(Flows& f) {
    for (std::size_t i = 0; i < n_.links.size(); ++i) {
        const LinkIndex link(static_cast<int>(i));
        c_.heatW[i] = static_cast<float>(wPerK(link) * (thermal_.inC(link) - thermal_.outC(link)));
    }
    for (std::size_t i = 0; i < plant_.cdus.size(); ++i) {
        using Q = CduQuantity;
        const PlantCdu& cdu = plant_.cdus[i];
        const auto primary = at(n_.cduPrimary[i]), secondary = at(n_.cduSecondary[i]);
        const double mostM3PerS = cdu.units * cdu.cdu.primaryFlowM3PerS;
        put(s_.shown.cdus, i, Q::Heat) = thermal_.exchangeW(cduExchange_[i]);
        put(s_.shown.cdus, i, Q::SupplyTemperature) = c_.nodeC[at(n_.cduSupply[i])];
        put(s_.shown.cdus, i, Q::ReturnTemperature) = c_.nodeC[at(n_.cduReturn[i])];
        put(s_.shown.cdus, i, Q::PumpPower) = f.cduPumpW[i];
        put(s_.shown.cdus, i, Q::FlowRatio) = c_.flowM3PerS[primary] / mostM3PerS;
        put(s_.shown.cdus, i, Q::RackFlow) = c_.flowM3PerS[secondary];
        put(s_.shown.cdus, i, Q::PrimaryFlow) = c_.flowM3PerS[primary];
        put(s_.shown.cdus, i, Q::Valve) = c_.valve[primary].output;
        put(s_.shown.cdus, i, Q::PumpSpeed) = c_.speed[at(n_.cduPumps[i])];
        put(s_.shown.cdus, i, Q::Pressure) = c_.pressurePa[at(n_.cduCircuit[i])];
    }
    for (std::size_t i = 0; i < plant_.halls.size(); ++i) {
        using Q = HallQuantity;
        const PlantHall& h = plant_.halls[i];
        const AirIndices a = air_[i].indices();
        put(s_.shown.halls, i, Q::ItPower) =
            f.hallRackW[i] + (s_.fabric.hallW[i] + h.storageW) * s_.hallItRunning[i];
        put(s_.shown.halls, i, Q::AirHeat) = f.hallAirW[i];
        put(s_.shown.halls, i, Q::SupplyAir) = c_.nodeC[n_.nodes.size() + i];
        put(s_.shown.halls, i, Q::ReturnAir) = s_.hallReturnC[i];
        put(s_.shown.halls, i, Q::CrahFanPower) = f.fanW[i];
        put(s_.shown.halls, i, Q::CoilValve) = c_.valve[at(n_.hallCoil[i])].output;
        put(s_.shown.halls, i, Q::HottestInlet) = a.hottestInletC;
        put(s_.shown.halls, i, Q::Shi) = a.shi;
        put(s_.shown.halls, i, Q::Rhi) = a.rhi;
        put(s_.shown.halls, i, Q::Rti) = a.rti;
        put(s_.shown.halls, i, Q::RciHigh) = a.rciHigh;
        put(s_.shown.halls, i, Q::RciLow) = a.rciLow;
    }
    for (std::size_t i = 0; i < plant_.loops.size(); ++i) {
        using Q = LoopQuantity;
        const PlantLoop& l = plant_.loops[i];
        const auto pumps = at(n_.loopPumps[i]);
        double heatOutW = 0.0;
        if (evaporatorExchange_[i] >= 0) {
            const ThermalExchange& e = thermal_.exchanges[at(evaporatorExchange_[i])];
            const double heatW = thermal_.exchangeW(evaporatorExchange_[i]);
            c_.chillerW[i] = (e.coldShare - 1.0) * heatW;
            c_.powerW[at(n_.loopEvaporators[i])] = static_cast<float>(c_.chillerW[i]);
            f.chillerW += c_.chillerW[i];
            f.rejectionW[i] += c_.chillerW[i];
            f.mechanicalW += c_.chillerW[i];
            if (e.cold < 0) {
                heatOutW += heatW + c_.chillerW[i];
            }
        }
        if (externalExchange_[i] >= 0) {
            const double powerW = externalPowerW_[i];
            f.chillerW += powerW;
            f.rejectionW[i] += powerW;
            f.mechanicalW += powerW;
            heatOutW += thermal_.exchangeW(externalExchange_[i]) + powerW;
        }
        if (towerExchange_[i] >= 0) {
            heatOutW += thermal_.exchangeW(towerExchange_[i]);
        }
        if (reuse_[i] >= 0) {
            const double reusedW = thermal_.exchangeW(reuse_[i]);
            f.reusedW += reusedW;
            heatOutW += reusedW;
        }
        f.rejectedW += heatOutW;
        const double supplyC = c_.nodeC[at(n_.loopSupply[i])];
        const double backC = c_.nodeC[at(n_.loopReturn[i])];
        const int condenser = n_.loopCondenserPumps[i];
        c_.loopHeatW[i] = wPerK(n_.loopPumps[i]) * (backC - supplyC) + shaftW_[pumps];
        put(s_.shown.loops, i, Q::Heat) = c_.loopHeatW[i];
        put(s_.shown.loops, i, Q::SupplyTemperature) = supplyC;
        put(s_.shown.loops, i, Q::ReturnTemperature) = backC;
        put(s_.shown.loops, i, Q::ChillerPower) = c_.chillerW[i] + externalPowerW_[i];
        put(s_.shown.loops, i, Q::FanPower) = fanW_[i];
        put(s_.shown.loops, i, Q::PumpPower) =
            f.loopPumpW[i] +
            (condenser >= 0 ? shaftW_[at(condenser)] + motorLossW_[at(condenser)] : 0.0);
        put(s_.shown.loops, i, Q::Flow) = c_.flowM3PerS[pumps];
        put(s_.shown.loops, i, Q::PumpSpeed) = c_.speed[pumps];
        put(s_.shown.loops, i, Q::FanSpeed) = l.hasTower || l.hasDryCooler ? c_.fan[i].output : 0.0;
        put(s_.shown.loops, i, Q::ChillersRunning) = c_.chillers[i].ready();
        put(s_.shown.loops, i, Q::Mode) = c_.mode[i];
        put(s_.shown.loops, i, Q::Pressure) = c_.pressurePa[at(n_.loopCircuit[i])];
    }
    showRideThrough(f);
}

}  // namespace headroom::engine
