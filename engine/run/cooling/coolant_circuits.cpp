// SPDX-License-Identifier: Apache-2.0
#include "engine/run/cooling/coolant_circuits.h"

#include "models/cooling/usual.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

namespace headroom::engine {

namespace {

/// A circuit is solved anew where a resistance, speed or number of units moved by this share.
constexpr double kMovedShare = 2e-4;

/// Flows change by less than this share of themselves in the last iteration. Newton's method squares it: what is left
/// is less than its square, 1e-6 of the flows, where settings are known to kMovedShare. Mass balances exactly after
/// every iteration. That share of the flow is 5 cm of a head of some 20 m.
constexpr double kFlowShare = 1e-3, kHeadStepM = 0.05;

/// So many alike circuits share one solution at most: enough parts are left for several threads.
constexpr int kMostAlike = 16;

bool moved(double now, double before) {
    return std::abs(now - before) > kMovedShare * std::max(std::abs(now), std::abs(before));
}

}  // namespace

CoolantCircuits::CoolantCircuits(const RunContext& run, const CoolantMode& mode,
                                 const CoolingUnits& units, const ControlValves& valves,
                                 CoolantPumps& pumps)
    : CoolantPart(run, mode), units_(units), valves_(valves), pumps_(pumps) {
    settings_.assign(n_.links.size(), {});
    solvers_.reserve(n_.circuits.size());
    for (std::size_t c = 0; c < n_.circuits.size(); ++c) {
        HydraulicNetwork net = networkOf(c);
        HydraulicSolver solver;
        solver.options.accuracy = kFlowShare;
        solver.options.headStepM = kHeadStepM;
        const bool more = !alike_.empty() && alike_.back().circuits < kMostAlike &&
                          net == solvers_.back().network();
        if (!more) {
            alike_.emplace_back().first = static_cast<int>(c);
        }
        ++alike_.back().circuits;
        [[maybe_unused]] const auto made = solver.setNetwork(std::move(net));
        solvers_.push_back(std::move(solver));
    }
}

HydraulicNetwork CoolantCircuits::networkOf(std::size_t c) const {
    const CoolingCircuit& circuit = n_.circuits[c];
    const CircuitFluid& fluid = plant_.circuitFluid[c];
    const double weight = fluid.densityKgPerM3 * models::kStandardGravity;
    HydraulicNetwork net;
    net.densityKgPerM3 = fluid.densityKgPerM3;
    net.viscosityM2PerS = fluid.viscosityPaS / fluid.densityKgPerM3;
    for (int k = 0; k < circuit.nodes; ++k) {
        if (circuit.firstNode + k == circuit.expansionNode) {
            net.addFixedHead(circuit.expansionPa / weight);
        } else {
            net.addJunction();
        }
    }
    for (int k = 0; k < circuit.links; ++k) {
        const auto i = at(circuit.firstLink + k);
        const CoolingLink& l = n_.links[i];
        const int from = l.from - circuit.firstNode, to = l.to - circuit.firstNode;
        const double units = l.units;
        if (infoOf(l.kind).isPump) {
            const models::PumpCurve curve = models::pumpCurve(pumpOf(plant_, l));
            net.addPump(from, to, curve.shutoffPa / weight, curve.resistancePaS2PerM6 / weight, 2.0,
                        units);
        } else if (l.kind == CoolingLinkKind::Pipe && l.diameterM > 0.0) {
            const bool rack = circuit.kind == CircuitKind::Rack;
            net.addPipe(from, to, l.lengthM, l.diameterM, rack ? 1.5e-6 : 4.5e-5);
        } else {
            net.addResistance(from, to, valves_.openResistance(LinkIndex(i)), units);
        }
    }
    return net;
}

void CoolantCircuits::forget() {
    std::fill(c_.solvedResistance.begin(), c_.solvedResistance.end(), -1.0);
}

void CoolantCircuits::solve(double dt) {
    pumps_.begin();
    workers_.each(static_cast<int>(alike_.size()), [&](int k) {
        Alike& alike = alike_[at(k)];
        alike.solved = -1;
        for (int c = alike.first; c < alike.first + alike.circuits; ++c) {
            pumps_.move(at(c), dt);
            solveCircuit(at(c), alike);
        }
    });
}

CoolantCircuits::Setting CoolantCircuits::setting(LinkIndex link) const {
    const auto i = at(link);
    const CoolingLink& l = n_.links[i];
    if (infoOf(l.kind).isPump) {
        // Pumps that coast down are still there.
        const double units = c_.running[i] > 0.0 ? c_.running[i]
                             : c_.speed[i] > 0.0 ? units_.orderedPumps(link)
                                                 : 0.0;
        return {0.0, c_.speed[i], units};
    }
    const double opening = c_.valve[i].output;
    switch (l.kind) {
        case CoolingLinkKind::CduPrimary:
        case CoolingLinkKind::CduSecondary:
        case CoolingLinkKind::AirHandlers:
            // Machines without power still let water through; those that failed are shut off.
            return {valves_.resistance(link, opening), 0.0,
                    c_.isolated[i] != 0 ? 0.0 : static_cast<double>(units_.inService(link))};
        case CoolingLinkKind::Bypass:
            return {valves_.resistance(link, opening), 0.0, opening > 0.0 ? 1.0 : 0.0};
        default:
            return {l.diameterM > 0.0 ? 0.0 : valves_.resistance(link, opening), 0.0,
                    c_.isolated[i] != 0 ? 0.0 : static_cast<double>(l.units)};
    }
}

/// Reads the settings of a circuit. True if one moved since the last solution; they are those of the next one then.
bool CoolantCircuits::updateSettings(const CoolingCircuit& circuit) {
    bool anew = false;
    for (LinkIndex link(circuit.firstLink); link < circuit.firstLink + circuit.links; ++link) {
        const auto i = at(link);
        const Setting now = settings_[i] = setting(link);
        anew = anew || moved(now.resistance, c_.solvedResistance[i]) ||
               moved(now.speed, c_.solvedSpeed[i]) || now.units != c_.solvedUnits[i];
    }
    if (!anew) {
        return false;
    }
    for (int k = 0; k < circuit.links; ++k) {
        const auto i = at(circuit.firstLink + k);
        const Setting& now = settings_[i];
        c_.solvedResistance[i] = now.resistance;
        c_.solvedSpeed[i] = now.speed;
        c_.solvedUnits[i] = now.units;
    }
    return true;
}

/// Solves the circuit where something moved since its last solution. One that begins as the one before it began, with
/// its settings, ends as that does.
void CoolantCircuits::solveCircuit(std::size_t c, Alike& alike) {
    const CoolingCircuit& circuit = n_.circuits[c];
    if (!updateSettings(circuit)) {
        return;
    }
    const std::span<double> flow{c_.flowM3PerS.data() + circuit.firstLink, at(circuit.links)};
    const std::span<double> head{c_.headM.data() + circuit.firstNode, at(circuit.nodes)};
    if (doesAsSolved(c, alike)) {
        const CoolingCircuit& solved = n_.circuits[at(alike.solved)];
        std::copy_n(c_.flowM3PerS.begin() + solved.firstLink, circuit.links, flow.begin());
        std::copy_n(c_.headM.begin() + solved.firstNode, circuit.nodes, head.begin());
        return;
    }
    if (alike.circuits > 1) {
        alike.solved = static_cast<int>(c);
        alike.flowM3PerS.assign(flow.begin(), flow.end());
        alike.headM.assign(head.begin(), head.end());
    }
    HydraulicSolver& solver = solvers_[c];
    for (int k = 0; k < circuit.links; ++k) {
        const auto i = at(circuit.firstLink + k);
        const Setting& now = settings_[i];
        if (infoOf(n_.links[i].kind).isPump) {
            solver.setSpeed(k, now.speed);
        } else if (n_.links[i].diameterM <= 0.0) {
            solver.setResistance(k, now.resistance);
        }
        solver.setUnits(k, now.units);
    }
    solver.solve(flow, head);
}

bool CoolantCircuits::doesAsSolved(std::size_t c, const Alike& alike) const {
    if (alike.solved < 0) {
        return false;
    }
    const CoolingCircuit& own = n_.circuits[c];
    const CoolingCircuit& solved = n_.circuits[at(alike.solved)];
    const auto settings = settings_.begin() + own.firstLink;
    return std::equal(settings, settings + own.links, settings_.begin() + solved.firstLink) &&
           std::equal(alike.flowM3PerS.begin(), alike.flowM3PerS.end(),
                      c_.flowM3PerS.begin() + own.firstLink) &&
           std::equal(alike.headM.begin(), alike.headM.end(), c_.headM.begin() + own.firstNode);
}

}  // namespace headroom::engine
