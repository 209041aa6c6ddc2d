// SPDX-License-Identifier: Apache-2.0
#include "engine/run/cooling/cooling_units.h"

#include "engine/plant/cooling_index.h"

#include <algorithm>
#include <cmath>

namespace headroom::engine {

CoolingUnits::CoolingUnits(const RunContext& run, const CoolantMode& mode,
                           const CoolingBranches& branches)
    : CoolantPart(run, mode), branches_(branches) {
    hazard_.assign(n_.links.size(), -1);
    load_.assign(n_.links.size(), -1);
    for (std::size_t i = 0; i < n_.links.size(); ++i) {
        hazard_[i] = hazardOfLink(plant_, n_.links[i]);
        load_[i] = loadOfLink(plant_, n_.links[i]);
    }
}

int CoolingUnits::inService(LinkIndex link) const {
    const auto i = at(link);
    const int failed = hazard_[i] >= 0 ? s_.hazardFailed[at(hazard_[i])] : 0;
    // A CDU that is out takes its pumps with it.
    const int per =
        n_.links[i].kind == CoolingLinkKind::CduPumps
            ? n_.links[i].units / std::max(1, plant_.cdus[at(n_.links[i].subject)].units)
            : 1;
    return std::max(0, n_.links[i].units - per * failed - c_.unitsOut[i]);
}

double CoolingUnits::powered(LinkIndex link) const {
    return load_[at(link)] < 0 ? 1.0 : s_.power.running[at(load_[at(link)])];
}

double CoolingUnits::able(LinkIndex link) const {
    const CoolingLink& l = n_.links[at(link)];
    const double withPower = std::round(powered(link) * l.units);
    return c_.isolated[at(link)] != 0 || c_.drained[at(l.circuit)] != 0
               ? 0.0
               : std::min(static_cast<double>(inService(link)), withPower);
}

double CoolingUnits::orderedPumps(LinkIndex pumps) const {
    const CoolingLink& l = n_.links[at(pumps)];
    const int on = c_.pumps[at(l.circuit)].on;
    return l.kind == CoolingLinkKind::CduPumps || on <= 0 ? l.units : on;
}

void CoolingUnits::run() {
    for (std::size_t i = 0; i < n_.links.size(); ++i) {
        const CoolingLink& l = n_.links[i];
        if (l.kind == CoolingLinkKind::Pipe || l.kind == CoolingLinkKind::Racks ||
            l.kind == CoolingLinkKind::Bypass) {
            c_.running[i] = c_.isolated[i] != 0 ? 0.0 : l.units;
            continue;
        }
        const LinkIndex link(static_cast<int>(i));
        c_.running[i] = able(link);
        if (infoOf(l.kind).isPump) {
            // One at rest replaces one that fails.
            c_.running[i] = std::min(c_.running[i], orderedPumps(link));
        }
    }
    stopAgainstShutBranches();
}

/// Pumps do not run against shut branches: their shaft power would boil what is in them.
void CoolingUnits::stopAgainstShutBranches() {
    for (std::size_t c = 0; c < n_.circuits.size(); ++c) {
        const CoolingCircuit& circuit = n_.circuits[c];
        const auto k = at(circuit.subject);
        if (circuit.kind == CircuitKind::Outdoor || branches_.links[c].empty()) {
            continue;
        }
        const int bypass = circuit.kind == CircuitKind::Facility ? n_.loopBypass[k] : -1;
        bool open = bypass >= 0 && c_.isolated[at(bypass)] == 0;
        for (const LinkIndex link : branches_.links[c]) {
            open = open || (c_.isolated[at(link)] == 0 && inService(link) > 0);
        }
        if (!open) {
            c_.running[at(circuit.kind == CircuitKind::Facility ? n_.loopPumps[k]
                                                                : n_.cduPumps[k])] = 0.0;
        }
    }
}

}  // namespace headroom::engine
