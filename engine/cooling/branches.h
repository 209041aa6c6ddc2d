// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/cooling/network.h"

#include <vector>

namespace headroom::engine {

/// Branches of the circuits of a coolant network: the links between supply and return.
struct CoolingBranches {
    explicit CoolingBranches(const CoolingNetwork& network);

    ByCircuit<std::vector<LinkIndex>> links;
    /// The index branch of each circuit, which leaves the least to its balancing valve; -1 if it has no branch.
    ByCircuit<LinkIndex> farthest;
};

}  // namespace headroom::engine
