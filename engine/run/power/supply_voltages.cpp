// SPDX-License-Identifier: Apache-2.0
#include "engine/run/power/supply_voltages.h"

#include <algorithm>

namespace headroom::engine {

SupplyVoltages::SupplyVoltages(const RunContext& run) : PowerPart(run) {
    voltage_.assign(n_.units.size(), 1.0);
}

void SupplyVoltages::update() {
    for (std::size_t i = 0; i < n_.units.size(); ++i) {
        const PowerUnit& u = n_.units[i];
        if (u.kind == PowerKind::Utility) {
            voltage_[i] = p_.switching.available[i] != 0 ? p_.switching.sourceVoltage[i] : 0.0;
        } else if (makesPower(u.kind)) {
            voltage_[i] = p_.flow.live[i];
        } else if (u.kind == PowerKind::Ups) {
            voltage_[i] = p_.flow.live[i];
        } else {
            double v = 0.0;
            for (int k = 0; k < u.edges; ++k) {
                const int e = u.firstEdge + k;
                if (p_.flow.share[at(e)] > 0.0) {
                    v = std::max(v, voltage_[at(n_.edges[at(e)].from)]);
                }
            }
            voltage_[i] = v;
        }
    }
}

}  // namespace headroom::engine
