// SPDX-License-Identifier: Apache-2.0
#include "engine/run/cooling/heat_network.h"

#include "models/cooling/usual.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace headroom::engine {

namespace {

constexpr std::size_t kCircuitKinds = static_cast<std::size_t>(CircuitKind::Rack) + 1;

}  // namespace

HeatNetwork::HeatNetwork(const RunContext& run, const CoolantMode& mode, const CoolingUnits& units)
    : CoolantPart(run, mode), units_(units) {
    buildExchanges();
    buildCapacities();
}

void HeatNetwork::buildExchanges() {
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
        exchanges_.cdu.push_back(add(n_.cduSecondary[i], n_.cduPrimary[i]));
    }
    for (std::size_t i = 0; i < halls; ++i) {
        exchanges_.coil.push_back(add(static_cast<int>(n_.links.size() + i), n_.hallCoil[i]));
    }
    for (std::size_t i = 0; i < plant_.loops.size(); ++i) {
        exchanges_.economiser.push_back(
            n_.loopEconomiser[i] >= 0 ? add(n_.loopEconomiser[i], n_.loopEconomiserOut[i]) : -1);
        exchanges_.evaporator.push_back(
            n_.loopEvaporators[i] >= 0 ? add(n_.loopEvaporators[i], n_.loopCondensers[i]) : -1);
        const int outdoor = n_.loopTowers[i] >= 0 ? n_.loopTowers[i] : n_.loopDryCoolers[i];
        exchanges_.tower.push_back(outdoor >= 0 ? add(outdoor, -1) : -1);
        exchanges_.external.push_back(n_.loopExternal[i] >= 0 ? add(n_.loopExternal[i], -1) : -1);
        exchanges_.reuse.push_back(plant_.loops[i].spec.reuseW > 0.0 ? add(n_.loopPumps[i], -1)
                                                                     : -1);
    }
    thermal_ =
        ThermalNetwork(static_cast<int>(nodes + halls), std::move(links), std::move(exchanges));
    holds_.resize(thermal_.exchanges.size());
    for (const auto* machines : {&exchanges_.evaporator, &exchanges_.external}) {
        for (const int exchange : *machines) {
            if (exchange >= 0) {
                holds_[at(exchange)] = 1;
            }
        }
    }
}

void HeatNetwork::buildCapacities() {
    const std::size_t nodes = n_.nodes.size();
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
    for (std::size_t i = 0; i < plant_.halls.size(); ++i) {
        const models::HallSpec& h = plant_.halls[i].spec;
        thermal_.capacityJPerK[nodes + i] =
            models::kPlenumShare * plant_.hallAir[i].air.jPerM3K * h.widthM * h.depthM * h.heightM;
    }
}

void HeatNetwork::shut(int exchange) {
    ThermalExchange& e = thermal_.exchanges[at(exchange)];
    e.gHotWPerK = e.gColdWPerK = e.q0W = 0.0;
}

void HeatNetwork::setStreams() {
    for (std::size_t i = 0; i < n_.links.size(); ++i) {
        thermal_.links[i].wPerK = wPerK(LinkIndex(i));
    }
}

void HeatNetwork::setCdu(std::size_t i) {
    const PlantCdu& cdu = plant_.cdus[i];
    const LinkIndex primary = n_.cduPrimary[i], secondary = n_.cduSecondary[i];
    const double units = units_.inService(primary);
    double g = 0.0;
    if (units > 0.0) {
        g = units * models::cduConductanceWPerK(cdu.cdu, c_.flowM3PerS[at(primary)] / units,
                                                c_.flowM3PerS[at(secondary)] / units,
                                                rhoCp(primary), rhoCp(secondary),
                                                c_.foul[at(primary)]);
    }
    ThermalExchange& e = exchange(exchanges_.cdu[i]);
    e.gHotWPerK = e.gColdWPerK = g;
}

SubStepMove HeatNetwork::solve(Flows& f, const std::vector<double>& shaftW, double dt) {
    const std::size_t nodes = n_.nodes.size();
    std::fill_n(thermal_.sourceW.begin(), nodes, 0.0);
    for (std::size_t i = 0; i < n_.links.size(); ++i) {
        if (shaftW[i] > 0.0) {
            thermal_.sourceW[at(n_.links[i].to)] += shaftW[i];
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
    SubStepMove move;
    if (mode_.grows) {
        move.bendK = noteRates(dt);
    }
    move.fastestK = halls.mostK;
    move.commonK = halls.commonK();
    for (const Moved& kind : byKind) {
        move.fastestK = std::max(move.fastestK, kind.mostK);
        move.commonK = std::max(move.commonK, kind.commonK());
    }
    return move;
}

/// How fast temperatures moved, and by how much that differs from the sub-step before.
double HeatNetwork::noteRates(double dt) {
    c_.nodeKPerS.resize(c_.nodeC.size(), 0.0);
    double bendK = 0.0;
    for (std::size_t i = 0; i < c_.nodeC.size(); ++i) {
        const double kPerS = (c_.nodeC[i] - nodeBefore_[i]) / dt;
        bendK = std::max(bendK, std::abs(kPerS - c_.nodeKPerS[i]) * dt);
        c_.nodeKPerS[i] = kPerS;
    }
    return bendK;
}

/// The law of a machine that holds a temperature does so for the water that was expected. Where colder water came than
/// that, it would give heat: no machine does, it is stopped in that sub-step. Whether any does.
bool HeatNetwork::restHolding() {
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

}  // namespace headroom::engine
