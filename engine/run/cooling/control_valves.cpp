// SPDX-License-Identifier: Apache-2.0
#include "engine/run/cooling/control_valves.h"

#include "engine/solve/hydraulics/hydraulic_network.h"
#include "models/cooling/crah.h"
#include "models/cooling/usual.h"

#include <algorithm>
#include <cmath>

namespace headroom::engine {

ControlValves::ControlValves(const RunContext& run, const CoolantMode& mode, const Parts& parts)
    : CoolantPart(run, mode), parts_(parts) {
    fixedResistance_.assign(n_.links.size(), 0.0);
    openResistance_.assign(n_.links.size(), 0.0);
    known_.assign(n_.links.size(), {});
    for (std::size_t i = 0; i < n_.links.size(); ++i) {
        const CoolingLink& l = n_.links[i];
        const double each = l.designM3PerS / l.units;
        if (infoOf(l.kind).isPump || (l.kind == CoolingLinkKind::Pipe && l.diameterM > 0.0) ||
            !(each > 0.0)) {
            continue;
        }
        const double density = plant_.circuitFluid[at(l.circuit)].densityKgPerM3;
        fixedResistance_[i] = resistanceOf(l.designPa + l.balancingPa, each, density);
        openResistance_[i] = resistanceOf(l.valvePa, each, density);
    }
}

void ControlValves::move(double dt) {
    const auto cdus = static_cast<int>(plant_.cdus.size());
    const auto halls = static_cast<int>(plant_.halls.size());
    workers_.each(cdus + halls,
                  [&](int k) { k < cdus ? moveCdu(at(k), dt) : moveCoil(at(k - cdus), dt); });
    for (std::size_t i = 0; i < plant_.loops.size(); ++i) {
        moveBypass(i, dt);
    }
}

void ControlValves::moveCdu(std::size_t i, double dt) {
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
    const double capacity = parts_.heat.capacityJPerK(supply) / dt;
    const double backC = c_.nodeC[at(n_.links[at(secondary)].from)];
    const double waterC = c_.nodeC[at(n_.links[at(primary)].from)];
    models::ControlLoop loop;
    loop.gain = gainPerK(n_.links[at(primary)]);
    loop.integralS = cdu.spec.valveIntegralS;
    loop.strokeS = cdu.cdu.valveStrokeS;
    const double each2 = units > 0.0 ? c_.flowM3PerS[at(secondary)] / units : 0.0;
    const double now = resistance(primary, c_.valve[at(primary)].output);
    c_.valve[at(primary)] = models::controlStep(
        loop, c_.valve[at(primary)], cdu.spec.supplySetpointC, mode_.controlledS(loop, dt),
        [&](double opening) {
            const double each1 = units > 0.0 ? flowAt(primary, now, opening) / units : 0.0;
            const double g =
                units * models::cduConductanceWPerK(cdu.cdu, each1, each2, rhoCp(primary),
                                                    rhoCp(secondary), c_.foul[at(primary)]);
            return (capacity * c_.nodeC[supply] + rackW * backC - g * (backC - waterC)) /
                   (capacity + rackW);
        });
}

void ControlValves::moveCoil(std::size_t i, double dt) {
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
    loop.gain = gainPerK(n_.links[at(coil)]);
    loop.integralS = spec.coilIntegralS;
    loop.strokeS = h.crah.valveStrokeS;
    const double now = resistance(coil, c_.valve[at(coil)].output);
    c_.valve[at(coil)] = models::controlStep(
        loop, c_.valve[at(coil)], h.spec.supplyAirC, mode_.controlledS(loop, dt),
        [&](double opening) {
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
void ControlValves::moveBypass(std::size_t i, double dt) {
    const int bypass = n_.loopBypass[i];
    const auto pumps = at(n_.loopPumps[i]);
    if (bypass < 0 || c_.stuck[at(bypass)] != 0 || c_.running[pumps] <= 0.0) {
        return;  // what is stopped tells nothing of its valve
    }
    double& u = c_.valve[at(bypass)].output;
    const double by =
        travel(LinkIndex(bypass), u, parts_.flows.leastM3PerS(i) - c_.flowM3PerS[pumps]);
    const double s = mode_.grows ? std::min(dt, models::kBypassS) : dt;
    const double target = u + by;
    u = std::clamp(u - by * std::expm1(-s / models::kBypassS), 0.0, 1.0);
    if (target <= 0.0 && u < models::kValveSeat) {
        u = 0.0;  // an exponential never ends, and a valve that is not shut leaks
    }
}

double ControlValves::resistance(LinkIndex link, double opening) const {
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

double ControlValves::rangeability(LinkIndex link) const {
    const CoolingCircuit& circuit = n_.circuits[at(n_.links[at(link)].circuit)];
    return circuit.kind == CircuitKind::Facility
               ? plant_.loops[at(circuit.subject)].spec.valveRangeability
               : models::kRackValveRangeability;
}

/// Flow that the link would carry at another opening under the head that it has now.
double ControlValves::flowAt(LinkIndex link, double resistanceNow, double opening) const {
    const double then = resistance(link, opening);
    return c_.flowM3PerS[at(link)] * std::sqrt(resistanceNow / std::max(1e-12, then));
}

/// By how much a valve would have to move for that much more flow under the head that it has. One that is shut leaks
/// what its rangeability leaves.
double ControlValves::travel(LinkIndex link, double opening, double moreM3PerS) const {
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

double ControlValves::openingPerPressure(LinkIndex link, double opening) const {
    const double all = resistance(link, opening);
    const double valve = all - fixedResistance_[at(link)];
    return valve > 0.0 ? all / (2.0 * valve * std::log(rangeability(link))) : 0.0;
}

double ControlValves::gainPerK(const CoolingLink& link) const {
    switch (link.kind) {
        case CoolingLinkKind::CduPrimary:
            return -plant_.cdus[at(link.subject)].spec.valveGainPerK;
        case CoolingLinkKind::AirHandlers:
            return -plant_.loops[at(plant_.halls[at(link.subject)].loop)].spec.coilGainPerK;
        default:
            return 0.0;
    }
}

}  // namespace headroom::engine
