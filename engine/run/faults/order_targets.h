// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/plant/plant.h"
#include "engine/run/state/state.h"

#include <vector>

namespace headroom::engine {

/// Parts that an order on a rack block, a job or a storage means, and the breaker that a person opens by mistake.
class OrderTargets {
  public:
    OrderTargets(const Plant& plant, const State& state) : plant_(plant), s_(state) {}

    /// A part of the facility fits the order, which applies to parts of its kind.
    bool exist(const PlantOrder& order) const;

    /// Servers of a rack block; empty where the order does not name one.
    std::vector<ServerIndex> servers(const PlantOrder& order) const;

    /// Accelerators of a rack block; empty where the order names no accelerators.
    std::vector<SlotIndex> accelerators(const PlantOrder& order) const;

    /// Running jobs: of a source of the project and its copy, of that name, or on a part of a block.
    std::vector<JobIndex> jobs(const PlantOrder& order) const;

    std::vector<int> storageBlocks(const PlantOrder& order) const;

    /// The incoming breaker next to that of the unit, in the board that feeds it; without a unit where
    /// the board has no other.
    PlantOrder wrongBreaker(const PlantOrder& order) const;

  private:
    const Plant& plant_;
    const State& s_;
};

}  // namespace headroom::engine
