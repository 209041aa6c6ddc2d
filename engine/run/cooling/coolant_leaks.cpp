// SPDX-License-Identifier: Apache-2.0
#include "engine/run/cooling/coolant_leaks.h"

#include "engine/base/words.h"
#include "engine/plant/part_names.h"
#include "models/cooling/leak.h"
#include "models/cooling/usual.h"

#include <algorithm>

namespace headroom::engine {

namespace {

models::ExpansionVessel vesselOf(const CoolingCircuit& circuit) {
    return {circuit.expansionM3, circuit.expansionPa, circuit.expansionM3};
}

/// Pumps to which a lost pressure is booked.
LinkIndex pumpsBehind(const CoolingNetwork& network, const CoolingCircuit& circuit) {
    return circuit.kind == CircuitKind::Rack ? network.cduPumps[at(circuit.subject)]
                                             : network.loopPumps[at(circuit.subject)];
}

}  // namespace

void CoolantLeaks::drain(double dt) {
    for (std::size_t c = 0; c < n_.circuits.size(); ++c) {
        const CoolingCircuit& circuit = n_.circuits[c];
        loseWater(c, dt);
        if (c_.lostM3[c] <= 0.0 && c_.drained[c] == 0) {
            continue;
        }
        c_.pressurePa[c] = models::vesselPressurePa(vesselOf(circuit), c_.lostM3[c]);
        const bool low = c_.pressurePa[c] < models::kLowPressureCutOut * circuit.expansionPa;
        if (low && c_.drained[c] == 0) {
            cutOut(c, s_.flowS + dt);
        } else if (!low && c_.drained[c] != 0 && c_.pressurePa[c] > 0.5 * circuit.expansionPa) {
            c_.drained[c] = 0;
            causes_.clearLink(pumpsBehind(n_, circuit), s_.flowS + dt);
        }
    }
}

/// Through all holes of a circuit, at the pressure over that of the vessel.
void CoolantLeaks::loseWater(std::size_t c, double dt) {
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
    const models::ExpansionVessel vessel = vesselOf(circuit);
    if (areaM2 > 0.0 && circuit.expansionM3 > 0.0) {
        c_.lostM3[c] = models::lostAfterM3(areaM2, overPa, vessel, c_.lostM3[c],
                                           plant_.circuitFluid[c].densityKgPerM3, dt);
    }
}

/// Because of the newest leak or mistake at its machines.
void CoolantLeaks::cutOut(std::size_t c, double timeS) {
    const CoolingCircuit& circuit = n_.circuits[c];
    c_.drained[c] = 1;
    std::int64_t cause = -1;
    for (int k = 0; k < circuit.links; ++k) {
        const LinkIndex link(circuit.firstLink + k);
        cause = std::max(cause, causes_.ofLink(link, timeS));
    }
    const auto id = log_.add(s_, timeS, EventKind::Trip, circuit.id,
                             "Pressure is gone: the pumps cut out.", cause);
    causes_.raiseLink(pumpsBehind(n_, circuit), id, timeS);
}

std::int64_t CoolantLeaks::begin(LinkIndex link, double share, double timeS, std::int64_t cause) {
    const auto i = at(link);
    const CoolingLink& l = n_.links[i];
    const CoolingCircuit& circuit = n_.circuits[at(l.circuit)];
    const double density = plant_.circuitFluid[at(l.circuit)].densityKgPerM3;
    const double pressurePa =
        std::max(1e3, c_.headM[at(l.from)] * density * models::kStandardGravity);
    const double flow = share * l.designM3PerS;
    c_.leakM2[i] = models::leakAreaM2(flow, pressurePa, density);
    const double isolationS = circuit.kind == CircuitKind::Rack
                                  ? plant_.cdus[at(circuit.subject)].spec.isolationS
                                  : plant_.loops[at(circuit.subject)].spec.isolationS;
    const auto id = log_.add(
        s_, timeS, EventKind::Failure, partOf(plant_, l),
        words("Leaks {} at {}.", amount(flow * 1e3, "L/s", 2), amount(pressurePa * 1e-3, "kPa", 0)),
        cause);
    causes_.raiseLink(link, id, timeS);
    queue_.push(timeS + isolationS, CoolingEvent::Isolate, link, 0, static_cast<int>(id));
    return id;
}

void CoolantLeaks::mend(LinkIndex link) {
    const auto circuit = at(n_.links[at(link)].circuit);
    c_.leakM2[at(link)] = 0.0;
    c_.lostM3[circuit] = 0.0;
    c_.pressurePa[circuit] = n_.circuits[circuit].expansionPa;
    c_.drained[circuit] = 0;
}

bool CoolantLeaks::isolate(LinkIndex link, double timeS, std::int64_t cause) {
    if (c_.leakM2[at(link)] <= 0.0) {
        return false;
    }
    c_.isolated[at(link)] = 1;
    const auto id = log_.add(s_, timeS, EventKind::Trip, partOf(plant_, n_.links[at(link)]),
                             "Leak detection has shut the valves.", cause);
    causes_.raiseLink(link, id, timeS);
    return true;
}

}  // namespace headroom::engine
