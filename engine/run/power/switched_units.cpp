// SPDX-License-Identifier: Apache-2.0
#include "engine/run/power/switched_units.h"

namespace headroom::engine {

void SwitchedUnits::startTimer(UnitIndex unit, double dueS) {
    p_.timerS[at(unit)] = dueS;
    if (dueS < kNever) {
        queue_.push(dueS, PowerEvent::Timer, unit, 0, p_.lastCause[at(unit)]);
    }
}

bool SwitchedUnits::incomerGood(EdgeIndex edge, double window) const {
    const int from = n_.edges[at(edge)].from;
    return p_.switching.edgeClosed[at(edge)] != 0 && p_.flow.live[at(from)] != 0 &&
           supply_.of(UnitIndex(from)) >= window;
}

int SwitchedUnits::firstGoodIncomer(UnitIndex unit, double window) const {
    const PowerUnit& u = n_.units[at(unit)];
    for (int k = 0; k < u.edges; ++k) {
        if (incomerGood(EdgeIndex(u.firstEdge + k), window)) {
            return k;
        }
    }
    return -1;
}

}  // namespace headroom::engine
