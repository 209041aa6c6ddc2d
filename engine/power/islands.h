// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/power/network.h"

#include <vector>

namespace headroom::engine {

/// A part of the wiring that shares neither a cable nor a load with any other part, such as a building with its own utility
/// connection. No event and no switching in one island affects another.
struct PowerIsland {
    PowerNetwork
        network;  ///< units in the order of the whole wiring; only the arrays of this island
    std::vector<UnitIndex> units;
    std::vector<EdgeIndex> edges;
    std::vector<LoadIndex> loads;
    std::vector<CordIndex> cords;  ///< for each index of the island, the index in the whole wiring
};

/// Returns all islands of a wiring in the order of their first units. A connected wiring is one island.
std::vector<PowerIsland> islandsOf(const PowerNetwork& network);

/// Returns true if the islands are equal except for names, so that equal demands give equal flows.
bool areAlike(const PowerIsland& a, const PowerIsland& b);

}  // namespace headroom::engine
