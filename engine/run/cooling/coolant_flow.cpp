// SPDX-License-Identifier: Apache-2.0
#include "engine/run/cooling/coolant.h"
#include "models/cooling/crah.h"
#include "models/cooling/leak.h"
#include "models/cooling/usual.h"

#include <algorithm>
#include <cmath>

/// Flows of the coolant plant: valves, hydraulics, leaks.
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

void Coolant::buildHydraulics() {
    const std::size_t links = n_.links.size();
    settings_.assign(links, {});
    fixedResistance_.assign(links, 0.0);
    openResistance_.assign(links, 0.0);
    known_.assign(links, {});
    branches_.assign(n_.circuits.size(), {});
    farLink_.assign(n_.circuits.size(), LinkIndex());
    solvers_.reserve(n_.circuits.size());
    for (std::size_t c = 0; c < n_.circuits.size(); ++c) {
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
            const double each = l.designM3PerS / units;
            if (infoOf(l.kind).isPump) {
                const models::PumpCurve curve = models::pumpCurve(pumpOf(plant_, l));
                net.addPump(from, to, curve.shutoffPa / weight, curve.resistancePaS2PerM6 / weight,
                            2.0, units);
            } else if (l.kind == CoolingLinkKind::Pipe && l.diameterM > 0.0) {
                const bool rack = circuit.kind == CircuitKind::Rack;
                net.addPipe(from, to, l.lengthM, l.diameterM, rack ? 1.5e-6 : 4.5e-5);
            } else {
                const double fixedPa = l.designPa + l.balancingPa;
                fixedResistance_[i] =
                    each > 0.0 ? resistanceOf(fixedPa, each, fluid.densityKgPerM3) : 0.0;
                openResistance_[i] =
                    each > 0.0 ? resistanceOf(l.valvePa, each, fluid.densityKgPerM3) : 0.0;
                net.addResistance(from, to, fixedResistance_[i] + openResistance_[i], units);
            }
            if (infoOf(l.kind).role == CoolingRole::Branch) {
                branches_[c].emplace_back(static_cast<int>(i));
            }
        }
        // The index branch: the one with the least left for its balancing valve.
        for (const LinkIndex link : branches_[c]) {
            if (farLink_[c] < 0 ||
                n_.links[at(link)].balancingPa <= n_.links[at(farLink_[c])].balancingPa) {
                farLink_[c] = link;
            }
        }
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

void Coolant::growSteps(bool on) {
    grows_ = on;
}

/// K of one unit with its control valve at an opening: equal-percentage characteristic.
///   K_v = K_open / R^(2 (u - 1)), R the rangeability; u = 0 leaks 1/R of the open flow
double Coolant::resistance(LinkIndex link, double opening) const {
    const auto i = at(link);
    if (!n_.links[i].hasValve) {
        return fixedResistance_[i];
    }
    if (known_[i].opening != opening) {
        known_[i] = {opening,
                     fixedResistance_[i] +
                         openResistance_[i] * std::pow(rangeability(link), 2.0 * (1.0 - opening))};
    }
    return known_[i].resistance;
}

double Coolant::rangeability(LinkIndex link) const {
    const CoolingCircuit& circuit = n_.circuits[at(n_.links[at(link)].circuit)];
    return circuit.kind == CircuitKind::Facility
               ? plant_.loops[at(circuit.subject)].spec.valveRangeability
               : models::kRackValveRangeability;
}

/// Flow that the link would carry at another opening under the head that it has now.
double Coolant::flowAt(LinkIndex link, double resistanceNow, double opening) const {
    const double then = resistance(link, opening);
    return c_.flowM3PerS[at(link)] * std::sqrt(resistanceNow / std::max(1e-12, then));
}

double Coolant::dropPa(LinkIndex link) const {
    const CoolingLink& l = n_.links[at(link)];
    return (c_.headM[at(l.from)] - c_.headM[at(l.to)]) *
           plant_.circuitFluid[at(l.circuit)].densityKgPerM3 * models::kStandardGravity;
}

/// Control valves of CDUs and coils hold the supply temperature of what they cool; bypasses hold
/// the least flow.
void Coolant::moveValves(double dt) {
    const auto cdus = static_cast<int>(plant_.cdus.size());
    const auto halls = static_cast<int>(plant_.halls.size());
    workers_.each(cdus + halls, [&](int k) {
        k < cdus ? moveCduValve(at(k), dt) : moveCoilValve(at(k - cdus), dt);
    });
    for (std::size_t i = 0; i < plant_.loops.size(); ++i) {
        moveBypass(i, dt);
    }
}

void Coolant::moveCduValve(std::size_t i, double dt) {
    const LinkIndex primary(n_.cduPrimary[i]);
    const LinkIndex secondary(n_.cduSecondary[i]);
    if (c_.stuck[at(primary)] != 0) {
        return;
    }
    const PlantCdu& cdu = plant_.cdus[i];
    const double units = c_.running[at(primary)];
    const double rackW = wPerK(secondary);
    if (rackW <= 0.0) {
        return;  // without flow the valve cannot be judged
    }
    const auto supply = at(n_.cduSupply[i]);
    const double capacity = thermal_.capacityJPerK[supply] / dt;
    const double backC = c_.nodeC[at(n_.links[at(secondary)].from)];
    const double waterC = c_.nodeC[at(n_.links[at(primary)].from)];
    models::ControlLoop loop;
    loop.gain = valveGainPerK(n_.links[at(primary)]);
    loop.integralS = cdu.spec.valveIntegralS;
    loop.strokeS = cdu.cdu.valveStrokeS;
    const double each2 = units > 0.0 ? c_.flowM3PerS[at(secondary)] / units : 0.0;
    const double now = resistance(primary, c_.valve[at(primary)].output);
    c_.valve[at(primary)] = models::controlStep(
        loop, c_.valve[at(primary)], cdu.spec.supplySetpointC, controlledS(loop, dt),
        [&](double opening) {
            const double each1 = units > 0.0 ? flowAt(primary, now, opening) / units : 0.0;
            const double g =
                units * models::cduConductanceWPerK(cdu.cdu, each1, each2, rhoCp(primary),
                                                    rhoCp(secondary), c_.foul[at(primary)]);
            return (capacity * c_.nodeC[supply] + rackW * backC - g * (backC - waterC)) /
                   (capacity + rackW);
        });
}

void Coolant::moveCoilValve(std::size_t i, double dt) {
    const LinkIndex coil(n_.hallCoil[i]);
    if (coil < 0 || c_.stuck[at(coil)] != 0) {
        return;
    }
    const PlantHall& h = plant_.halls[i];
    const models::CoolingLoopSpec& spec = plant_.loops[at(h.loop)].spec;
    const double units = c_.running[at(coil)];
    const double airM3PerS = c_.airRatio[i] * units * h.crah.airflowM3PerS;
    const double airW = std::max(1.0, airM3PerS * plant_.hallAir[i].air.jPerM3K);
    const double backC = s_.hallReturnC[i];
    const double waterC = c_.nodeC[at(n_.links[at(coil)].from)];
    const double fanK = c_.crahW[i] / airW;
    models::ControlLoop loop;
    loop.gain = valveGainPerK(n_.links[at(coil)]);
    loop.integralS = spec.coilIntegralS;
    loop.strokeS = h.crah.valveStrokeS;
    const double now = resistance(coil, c_.valve[at(coil)].output);
    c_.valve[at(coil)] = models::controlStep(
        loop, c_.valve[at(coil)], h.spec.supplyAirC, controlledS(loop, dt), [&](double opening) {
            if (units <= 0.0) {
                return h.spec.supplyAirC;
            }
            const double g =
                units * models::crahConductanceWPerK(
                            h.crah, plant_.hallAir[i].air, airM3PerS / units,
                            flowAt(coil, now, opening) / units, rhoCp(coil), c_.foul[at(coil)]);
            return backC - g / airW * (backC - waterC) + fanK;  // the fans are behind the coil
        });
}

/// The opening that gives the loop its least flow is approached with one time constant at any opening. A valve of
/// equal percentage passes 0.1 % more flow for 1 % more opening when it is nearly shut, and 4 % more when it is open.
/// Integral action alone would open for minutes, and chillers lose their water within three.
void Coolant::moveBypass(std::size_t i, double dt) {
    const int bypass = n_.loopBypass[i];
    const auto pumps = at(n_.loopPumps[i]);
    if (bypass < 0 || c_.stuck[at(bypass)] != 0 || c_.running[pumps] <= 0.0) {
        return;  // what is stopped tells nothing of its valve
    }
    double& u = c_.valve[at(bypass)].output;
    const double by = travel(LinkIndex(bypass), u, leastFlowM3PerS(i) - c_.flowM3PerS[pumps]);
    const double s = grows_ ? std::min(dt, models::kBypassS) : dt;
    const double target = u + by;
    u = std::clamp(u - by * std::expm1(-s / models::kBypassS), 0.0, 1.0);
    if (target <= 0.0 && u < models::kValveSeat) {
        u = 0.0;  // an exponential never ends, and a valve that is not shut leaks
    }
}

/// By how much a valve would have to move for that much more flow under the head that it has. One that is shut leaks
/// what its rangeability leaves.
double Coolant::travel(LinkIndex link, double opening, double moreM3PerS) const {
    const auto i = at(link);
    const CoolingLink& l = n_.links[i];
    const double resistsNow = resistance(link, opening);
    const double flow =
        std::max(c_.flowM3PerS[i],
                 std::sqrt(std::max(0.0, c_.headM[at(l.from)] - c_.headM[at(l.to)]) / resistsNow));
    const double then = flow + moreM3PerS;
    if (then <= 0.0 || flow <= 0.0) {
        return then <= 0.0 ? -opening : 1.0 - opening;
    }
    const double ratio = flow / then;
    const double valve = resistsNow * ratio * ratio - fixedResistance_[i];
    if (valve <= 0.0) {
        return 1.0 - opening;
    }
    const double wanted =
        1.0 - 0.5 * std::log(valve / openResistance_[i]) / std::log(rangeability(link));
    return std::clamp(wanted, 0.0, 1.0) - opening;
}

/// How much further shut a valve does the same with a pressure that is larger by its share: of equal percentage, 1 / (2
/// ln R) of the share of the resistance that is its own.
double Coolant::openingPerPressure(LinkIndex link, double opening) const {
    const double all = resistance(link, opening);
    const double valve = all - fixedResistance_[at(link)];
    return valve > 0.0 ? all / (2.0 * valve * std::log(rangeability(link))) : 0.0;
}

Coolant::Setting Coolant::setting(LinkIndex link) const {
    const auto i = at(link);
    const CoolingLink& l = n_.links[i];
    if (infoOf(l.kind).isPump) {
        // Pumps that coast down are still there.
        const double units = c_.running[i] > 0.0 ? c_.running[i]
                             : c_.speed[i] > 0.0 ? orderedPumps(link)
                                                 : 0.0;
        return {0.0, c_.speed[i], units};
    }
    const double opening = c_.valve[i].output;
    switch (l.kind) {
        case CoolingLinkKind::CduPrimary:
        case CoolingLinkKind::CduSecondary:
        case CoolingLinkKind::AirHandlers:
            // Machines without power still let water through; those that failed are shut off.
            return {resistance(link, opening), 0.0,
                    c_.isolated[i] != 0 ? 0.0 : static_cast<double>(inService(link))};
        case CoolingLinkKind::Bypass:
            return {resistance(link, opening), 0.0, opening > 0.0 ? 1.0 : 0.0};
        default:
            return {l.diameterM > 0.0 ? 0.0 : resistance(link, opening), 0.0,
                    c_.isolated[i] != 0 ? 0.0 : static_cast<double>(l.units)};
    }
}

void Coolant::circuits(double dt) {
    // Before the circuits are solved side by side: by the flows of the loops.
    for (std::size_t i = 0; i < outdoorM3PerS_.size(); ++i) {
        outdoorM3PerS_[i] = n_.loopCondenserPumps[i] >= 0 ? outdoorFlowM3PerS(i) : 0.0;
    }
    workers_.each(static_cast<int>(alike_.size()), [&](int k) {
        AlikeCircuits& alike = alike_[at(k)];
        alike.solved = -1;
        for (int c = alike.first; c < alike.first + alike.circuits; ++c) {
            movePumps(at(c), dt);
            hydraulics(at(c), alike);
        }
    });
}

/// Solves the circuit where something moved since its last solution. One that begins as the one before it began, with
/// its settings, ends as that does.
void Coolant::hydraulics(std::size_t c, AlikeCircuits& alike) {
    const CoolingCircuit& circuit = n_.circuits[c];
    bool anew = false;
    for (LinkIndex link(circuit.firstLink); link < circuit.firstLink + circuit.links; ++link) {
        const auto i = at(link);
        const Setting now = settings_[i] = setting(link);
        anew = anew || moved(now.resistance, c_.solvedResistance[i]) ||
               moved(now.speed, c_.solvedSpeed[i]) || now.units != c_.solvedUnits[i];
    }
    if (!anew) {
        return;
    }
    for (int k = 0; k < circuit.links; ++k) {
        const auto i = at(circuit.firstLink + k);
        const Setting& now = settings_[i];
        c_.solvedResistance[i] = now.resistance;
        c_.solvedSpeed[i] = now.speed;
        c_.solvedUnits[i] = now.units;
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

bool Coolant::doesAsSolved(std::size_t c, const AlikeCircuits& alike) const {
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

/// Leaks drain the expansion vessel; pumps cut out when its pressure is gone.
void Coolant::leaks(double dt) {
    for (std::size_t c = 0; c < n_.circuits.size(); ++c) {
        const CoolingCircuit& circuit = n_.circuits[c];
        double areaM2 = 0.0, overPa = 0.0;  // over the vessel's pressure, at the hole
        for (int k = 0; k < circuit.links; ++k) {
            const auto i = at(circuit.firstLink + k);
            if (c_.leakM2[i] > 0.0 && c_.isolated[i] == 0) {
                areaM2 += c_.leakM2[i];
                overPa = std::max(
                    overPa, (c_.headM[at(n_.links[i].from)] - c_.headM[at(circuit.expansionNode)]) *
                                plant_.circuitFluid[c].densityKgPerM3 * models::kStandardGravity);
            }
        }
        const models::ExpansionVessel vessel{circuit.expansionM3, circuit.expansionPa,
                                             circuit.expansionM3};
        if (areaM2 > 0.0 && circuit.expansionM3 > 0.0) {
            c_.lostM3[c] = models::lostAfterM3(areaM2, overPa, vessel, c_.lostM3[c],
                                               plant_.circuitFluid[c].densityKgPerM3, dt);
        }
        if (c_.lostM3[c] > 0.0 || c_.drained[c] != 0) {
            c_.pressurePa[c] = models::vesselPressurePa(vessel, c_.lostM3[c]);
            const bool low = c_.pressurePa[c] < models::kLowPressureCutOut * circuit.expansionPa;
            if (low && c_.drained[c] == 0) {
                c_.drained[c] = 1;
                // The newest leak or mistake at its machines.
                const LinkIndex pumps(circuit.kind == CircuitKind::Rack
                                          ? n_.cduPumps[at(circuit.subject)]
                                          : n_.loopPumps[at(circuit.subject)]);
                std::int64_t cause = -1;
                for (int k = 0; k < circuit.links; ++k) {
                    const LinkIndex link(circuit.firstLink + k);
                    cause = std::max(cause, causes_.ofLink(link, s_.flowS + dt));
                }
                const auto id = log_.add(s_, s_.flowS + dt, EventKind::Trip, circuit.id,
                                         "Pressure is gone: the pumps cut out.", cause);
                causes_.raiseLink(pumps, id, s_.flowS + dt);
            } else if (!low && c_.drained[c] != 0 && c_.pressurePa[c] > 0.5 * circuit.expansionPa) {
                c_.drained[c] = 0;
                causes_.clearLink(circuit.kind == CircuitKind::Rack
                                      ? n_.cduPumps[at(circuit.subject)]
                                      : n_.loopPumps[at(circuit.subject)],
                                  s_.flowS + dt);
            }
        }
    }
}

}  // namespace headroom::engine
