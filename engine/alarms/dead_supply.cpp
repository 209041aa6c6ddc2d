// SPDX-License-Identifier: Apache-2.0
#include "engine/alarms/dead_supply.h"

#include "engine/base/index.h"
#include "engine/run/state/power_state.h"

#include <algorithm>

namespace headroom::engine {

/// Sources are before what they feed, so one pass does; over a ring the way back is left out.
void DeadSupply::compute() {
    events_.assign(network_.units.size(), -1);
    for (std::size_t i = 0; i < network_.units.size(); ++i) {
        const PowerUnit& unit = network_.units[i];
        const PowerUnitState mode = state_.mode[i];
        const bool isSource = unit.kind == PowerKind::Utility || unit.kind == PowerKind::Ups;
        if (mode == PowerUnitState::Failed || (isSource && mode == PowerUnitState::Dead)) {
            events_[i] = state_.lastCause[i];
        } else if (!isSource) {
            // Also of a unit that is not dead: a transfer switch that waits or changes over carries nothing either. Its own
            // event made it leave its source, which may be live.
            if (mode == PowerUnitState::Waiting || mode == PowerUnitState::Transferring) {
                events_[i] = state_.lastCause[i];
            }
            for (int k = unit.firstEdge; k < unit.firstEdge + unit.edges; ++k) {
                const bool isOpen = state_.breaker[at(k)] != BreakerState::Closed;
                events_[i] = std::max(events_[i], isOpen ? state_.lastCause[i]
                                                         : events_[at(network_.edges[at(k)].from)]);
            }
        }
    }
}

std::int64_t DeadSupply::eventOf(int unit) {
    if (events_.empty()) {
        compute();
    }
    return events_[at(unit)];
}

std::int64_t DeadSupply::eventOf(const PowerLoad& load) {
    std::int64_t newest = -1;
    for (int c = load.firstCord; c < load.firstCord + load.cords; ++c) {
        if (state_.flow.cordLive[at(c)] == 0) {
            newest = std::max(newest, eventOf(network_.cordUnit[at(c)]));
        }
    }
    return newest;
}

}  // namespace headroom::engine
