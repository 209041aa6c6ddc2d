// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/power/contingency.h"
#include "engine/reliability/reach/reach.h"

#include <map>
#include <vector>

/// What reach*.cpp share while one question is answered.
namespace headroom::engine {

struct ReachMap::Work {
    BlastReach out;
    bool tells = true;         ///< with names and sentences; else figures alone
    std::vector<double> left;  ///< by coolant link: units left
    std::vector<char> hit;     ///< by coolant link: something of it is gone
    std::vector<int> hits;     ///< those links
    std::vector<int> reached;  ///< racks that are marked, in any order
    std::map<int, PowerSwitching> switching;  ///< of islands of the wiring in which something is gone
    std::vector<FabricFaultState> faults;
    std::vector<double> switchesLeft;  ///< by hall: share of its switches with power
    PowerFlow flow;                    ///< who is live, of one island at a time
};

}  // namespace headroom::engine
