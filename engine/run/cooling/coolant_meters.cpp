// SPDX-License-Identifier: Apache-2.0
#include "engine/run/cooling/coolant_meters.h"

#include "engine/run/frame/frame.h"
#include "models/cooling/usual.h"

#include <algorithm>
#include <cmath>

namespace headroom::engine {

namespace {

template <class List>
double& put(List& list, std::size_t i, auto quantity) {
    return list[i][static_cast<std::size_t>(quantity)];
}

}  // namespace

void CoolantMeters::show(Flows& f) {
    for (std::size_t i = 0; i < n_.links.size(); ++i) {
        const LinkIndex link(i);
        c_.heatW[i] =
            static_cast<float>(wPerK(link) * (parts_.heat.inC(link) - parts_.heat.outC(link)));
    }
    showCdus(f);
    showHalls(f);
    showLoops(f);
    showRideThrough(f);
}

void CoolantMeters::showCdus(const Flows& f) {
    for (std::size_t i = 0; i < plant_.cdus.size(); ++i) {
        using Q = CduQuantity;
        const PlantCdu& cdu = plant_.cdus[i];
        const auto primary = at(n_.cduPrimary[i]), secondary = at(n_.cduSecondary[i]);
        const double mostM3PerS = cdu.units * cdu.cdu.primaryFlowM3PerS;
        put(s_.shown.cdus, i, Q::Heat) = parts_.heat.exchangeW(parts_.heat.exchanges().cdu[i]);
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
}

void CoolantMeters::showHalls(const Flows& f) {
    for (std::size_t i = 0; i < plant_.halls.size(); ++i) {
        using Q = HallQuantity;
        const PlantHall& h = plant_.halls[i];
        const AirIndices a = parts_.halls.indices(i);
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
}

void CoolantMeters::showLoops(Flows& f) {
    for (std::size_t i = 0; i < plant_.loops.size(); ++i) {
        using Q = LoopQuantity;
        const PlantLoop& l = plant_.loops[i];
        const auto pumps = at(n_.loopPumps[i]);
        f.rejectedW += rejectedW(i, f);
        const double supplyC = c_.nodeC[at(n_.loopSupply[i])];
        const double backC = c_.nodeC[at(n_.loopReturn[i])];
        const int condenser = n_.loopCondenserPumps[i];
        c_.loopHeatW[i] = wPerK(n_.loopPumps[i]) * (backC - supplyC) + parts_.pumps.shaftW()[pumps];
        put(s_.shown.loops, i, Q::Heat) = c_.loopHeatW[i];
        put(s_.shown.loops, i, Q::SupplyTemperature) = supplyC;
        put(s_.shown.loops, i, Q::ReturnTemperature) = backC;
        put(s_.shown.loops, i, Q::ChillerPower) = c_.chillerW[i] + parts_.external.powerW(i);
        put(s_.shown.loops, i, Q::FanPower) = parts_.rejection.outdoors(LoopIndex(i)).fanW;
        put(s_.shown.loops, i, Q::PumpPower) =
            f.loopPumpW[i] + (condenser >= 0 ? parts_.pumps.powerW(at(condenser)) : 0.0);
        put(s_.shown.loops, i, Q::Flow) = c_.flowM3PerS[pumps];
        put(s_.shown.loops, i, Q::PumpSpeed) = c_.speed[pumps];
        put(s_.shown.loops, i, Q::FanSpeed) = l.hasTower || l.hasDryCooler ? c_.fan[i].output : 0.0;
        put(s_.shown.loops, i, Q::ChillersRunning) = c_.chillers[i].ready();
        put(s_.shown.loops, i, Q::Mode) = c_.mode[i];
        put(s_.shown.loops, i, Q::Pressure) = c_.pressurePa[at(n_.loopCircuit[i])];
    }
}

/// Heat that machines of a loop gave to the outdoors, or to reuse. Counts the power of its chillers.
double CoolantMeters::rejectedW(std::size_t i, Flows& f) {
    const HeatNetwork::Exchanges& of = parts_.heat.exchanges();
    double heatOutW = 0.0;
    if (of.evaporator[i] >= 0) {
        const ThermalExchange& e = parts_.heat.exchange(of.evaporator[i]);
        const double heatW = parts_.heat.exchangeW(of.evaporator[i]);
        c_.chillerW[i] = (e.coldShare - 1.0) * heatW;
        c_.powerW[at(n_.loopEvaporators[i])] = static_cast<float>(c_.chillerW[i]);
        f.chillerW += c_.chillerW[i];
        f.rejectionW[i] += c_.chillerW[i];
        f.mechanicalW += c_.chillerW[i];
        if (e.cold < 0) {
            heatOutW += heatW + c_.chillerW[i];
        }
    }
    if (of.external[i] >= 0) {
        const double powerW = parts_.external.powerW(i);
        f.chillerW += powerW;
        f.rejectionW[i] += powerW;
        f.mechanicalW += powerW;
        heatOutW += parts_.heat.exchangeW(of.external[i]) + powerW;
    }
    if (of.tower[i] >= 0) {
        heatOutW += parts_.heat.exchangeW(of.tower[i]);
    }
    if (of.reuse[i] >= 0) {
        const double reusedW = parts_.heat.exchangeW(of.reuse[i]);
        f.reusedW += reusedW;
        heatOutW += reusedW;
    }
    return heatOutW;
}

/// Stored cold over heat: all water of loop and racks behind it, up to the throttling of the first
/// rack that hangs on it. One pass over all loops.
void CoolantMeters::showRideThrough(const Flows& f) {
    struct Loop {
        double storedJPerK = 0.0, marginK = 1e9, heatW = 0.0;
    };

    std::vector<Loop> loops(plant_.loops.size());
    const auto addCircuit = [&](Loop& loop, int circuit) {
        const CoolingCircuit& c = n_.circuits[at(circuit)];
        for (int k = c.firstNode; k < c.firstNode + c.nodes; ++k) {
            loop.storedJPerK += parts_.heat.capacityJPerK(at(k));
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

void CoolantMeters::fill(Frame& frame) const {
    frame.cooling = plant_.cooling;
    frame.coolingNodes.resize(n_.nodes.size());
    frame.coolingLinks.resize(n_.links.size());
    for (std::size_t i = 0; i < n_.nodes.size(); ++i) {
        const auto circuit = at(n_.nodes[i].circuit);
        const CoolingCircuit& c = n_.circuits[circuit];
        const double weight =
            plant_.circuitFluid[circuit].densityKgPerM3 * models::kStandardGravity;
        CoolingNodeNow& now = frame.coolingNodes[i];
        now.temperatureC = static_cast<float>(c_.nodeC[i]);
        now.pressurePa = static_cast<float>((c_.headM[i] - c_.headM[at(c.expansionNode)]) * weight +
                                            c_.pressurePa[circuit]);
    }
    for (std::size_t i = 0; i < n_.links.size(); ++i) {
        const CoolingLink& l = n_.links[i];
        const LinkIndex link(static_cast<int>(i));
        CoolingLinkNow& now = frame.coolingLinks[i];
        now.flowM3PerS = static_cast<float>(c_.flowM3PerS[i]);
        now.heatW = c_.heatW[i];
        now.powerW = c_.powerW[i];
        now.inC = static_cast<float>(c_.nodeC[at(l.from)]);
        const double w = wPerK(link);
        now.outC = w > 0.0 ? now.inC - static_cast<float>(c_.heatW[i] / w) : now.inC;
        now.valve = static_cast<float>(c_.valve[i].output);
        now.running = static_cast<float>(c_.running[i]);
        now.inService = static_cast<float>(parts_.units.able(link));
        now.dropPa = static_cast<float>(std::abs(dropPa(link)));
        now.speed = static_cast<float>(c_.speed[i]);
        fillMachines(now, l);
        now.state = stateOf(link, now.state);
    }
}

void CoolantMeters::fillMachines(CoolingLinkNow& now, const CoolingLink& l) const {
    now.state = CoolingLinkState::Running;
    switch (l.kind) {
        case CoolingLinkKind::Towers:
        case CoolingLinkKind::DryCoolers:
            now.speed = static_cast<float>(c_.fan[at(l.subject)].output);
            break;
        case CoolingLinkKind::AirHandlers:
            now.speed = static_cast<float>(c_.airRatio[at(l.subject)]);
            now.powerW = static_cast<float>(c_.crahW[at(l.subject)]);
            break;
        case CoolingLinkKind::Evaporators:
        case CoolingLinkKind::Condensers: {
            const models::StagingState& stage = c_.chillers[at(l.subject)];
            now.running = static_cast<float>(stage.ready());
            const bool waits = c_.chillersWaitS[at(l.subject)] > 0.0;  // for its flow
            now.state = stage.starting > 0 || waits ? CoolingLinkState::Starting
                        : stage.on == 0             ? CoolingLinkState::Standby
                                                    : CoolingLinkState::Running;
            break;
        }
        case CoolingLinkKind::Economiser:
        case CoolingLinkKind::EconomiserOut:
            if (c_.mode[at(l.subject)] == static_cast<std::int32_t>(PlantMode::Mechanical)) {
                now.state = CoolingLinkState::Standby;
            }
            break;
        default:
            break;
    }
}

CoolingLinkState CoolantMeters::stateOf(LinkIndex link, CoolingLinkState asMachine) const {
    const auto i = at(link);
    if (c_.isolated[i] != 0) {
        return CoolingLinkState::Isolated;
    }
    if (c_.leakM2[i] > 0.0) {
        return CoolingLinkState::Leaking;
    }
    if (parts_.units.inService(link) == 0 && n_.links[i].units > 0) {
        return CoolingLinkState::Failed;
    }
    if (parts_.units.needsPower(link) && parts_.units.powered(link) <= 0.0) {
        return CoolingLinkState::NoPower;
    }
    if (c_.stuck[i] != 0) {
        return CoolingLinkState::Stuck;
    }
    return asMachine;
}

}  // namespace headroom::engine
