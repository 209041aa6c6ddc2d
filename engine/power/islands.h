// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/power/network.h"

#include <vector>

namespace headroom::engine {

/// A part of a wiring that shares neither a cable nor a load with any other: a building on its own utility
/// connection. An event in one changes nothing in another, with any switching.
struct PowerIsland {
    PowerNetwork network;  ///< in the order of the whole; without names of arrays that it lacks
    std::vector<UnitIndex> units;
    std::vector<EdgeIndex> edges;
    std::vector<LoadIndex> loads;
    std::vector<CordIndex> cords;  ///< by index here: the index in the whole
};

/// All islands of a wiring, by their first units. A wiring in one piece is one island.
std::vector<PowerIsland> islandsOf(const PowerNetwork& network);

/// Equal but for the names of their parts: what one carries under a demand the other carries under the same.
bool areAlike(const PowerIsland& a, const PowerIsland& b);

}  // namespace headroom::engine
