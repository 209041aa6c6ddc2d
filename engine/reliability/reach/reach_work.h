// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/power/contingency.h"
#include "engine/reliability/reach/reach.h"

#include <map>
#include <vector>

/// Shared state of reach*.cpp while one question is answered.
namespace headroom::engine {

/// Power of a rack of the block with every accelerator at full load [W].
inline double fullRackW(const PlantBlock& b) {
    const models::RackParts parts = b.parts();
    return models::rackPower(parts, models::evenLoad(parts, 1.0)).inputW;
}

struct ReachMap::Work {
    BlastReach out;
    bool tells = true;         ///< with names and sentences; else figures alone
    std::vector<double> left;  ///< by coolant link: units left
    std::vector<char> hit;     ///< by coolant link: something of it is gone
    std::vector<int> hits;     ///< those links
    std::vector<int> reached;  ///< racks that are marked, in any order
    std::map<int, PowerSwitching>
        switching;  ///< of islands of the wiring in which something is gone
    std::vector<FabricFaultState> faults;
    std::vector<double> switchesLeft;                 ///< by hall: share of its switches with power
    PowerFlow flow;                                   ///< of one island at a time
    PowerDemand shed;                                 ///< what its loads take then
    const std::vector<CascadeTrip>* known = nullptr;  ///< what trips, where a study has said so
};

}  // namespace headroom::engine
