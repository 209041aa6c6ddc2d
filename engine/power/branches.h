// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/workers.h"
#include "engine/power/flow.h"

#include <vector>

namespace headroom::engine {

/// Branches of a network at most.
inline constexpr std::size_t kMostBranches = 64;

/// A wiring cut for a sweep on several threads: branches that feed nothing of each other, and the
/// trunk from the sources to where they part.
///
/// The trunk is what stands fewer than so many units behind a source; branches are what hangs
/// together without it. The depth is the one with the least work on the longest way, for eight
/// threads; small branches are joined. Follows from the network alone, so that it is the same on
/// any number of threads.
struct PowerBranches {
    std::vector<int> trunk;                 ///< units, ascending; what feeds it is in it
    std::vector<std::vector<int>> branch;   ///< units of each, ascending
    std::vector<int> joints;                ///< units of the trunk or fed by it, ascending
    std::vector<int> branchOf;              ///< by unit; -1: of the trunk
};

PowerBranches branchesOf(const PowerNetwork& network);

/// All of it is trunk: for who sweeps once, on one thread.
PowerBranches undivided(const PowerNetwork& network);

/// solvePower() of flow.h, bit by bit, with the branches of the network side by side.
[[nodiscard]] std::vector<VoltageCollapse> solvePower(const PowerNetwork& network,
                                                      const PowerBranches& branches,
                                                      const PowerSwitching& switching,
                                                      const PowerDemand& demand, PowerFlow& flow,
                                                      Workers& workers);

}  // namespace headroom::engine
