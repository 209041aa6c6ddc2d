// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/plant/plant.h"
#include "engine/run/state/state.h"

#include <span>
#include <vector>

/// Which whole servers a gang gets, where the project asks for more than lowest numbers first.
namespace headroom::engine {

/// Groups of the servers of each pool by scale-up domain, rack, leaf and pod (of the fabric as
/// built), where the placement looks at them. Part of compile, after findPoolRuns.
void findPoolTiers(Plant& plant);

/// `count` of the free servers `candidates` (ascending), by the placement of the project.
/// Topology: in the smallest tier of which one group holds them all, the group with the least free
/// left over; inside it the fullest groups of the next smaller tier first, so that as few are
/// crossed as can be. Where no group holds them, the groups of the largest tier that have the most.
/// A hard tier that could hold the gang, but has no group with room, gives none. Spread: one server
/// of each rack in turn. Empty if there is none.
std::vector<int> chooseServers(const Plant& plant, const PlantPool& pool,
                               std::span<const int> candidates, int count);

}  // namespace headroom::engine
