// SPDX-License-Identifier: Apache-2.0
#include "engine/diagram/power_reading.h"

#include "engine/base/index.h"
#include "engine/run/frame/computed.h"

namespace headroom::engine {

bool hasPowerState(const Frame& frame) {
    return frame.network && frame.powerUnits.size() == frame.network->units.size() &&
           frame.powerEdges.size() == frame.network->edges.size();
}

bool hasPowerValues(const Frame& frame) {
    return hasPowerState(frame) && isComputed(&frame);
}

bool isLive(const PowerUnitNow& now) {
    constexpr double kLiveFrom = 0.01;  // per unit of voltage
    return now.voltage > kLiveFrom && now.state != PowerUnitState::Failed &&
           now.state != PowerUnitState::Dead;
}

bool isEdgeLive(const PowerNetwork& network, const Frame& frame, int edge) {
    return isLive(frame.powerUnits[at(network.edges[at(edge)].from)]) &&
           frame.powerEdges[at(edge)].breaker == BreakerState::Closed;
}

}  // namespace headroom::engine
