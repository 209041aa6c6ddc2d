// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/money/cost.h"

#include <array>
#include <string>
#include <vector>

/// Cost of racks: the whole of a project's money, divided over the racks that it is for.
namespace headroom::engine {

/// Cost of one rack of a block [the project's currency, a year]: by system.
struct RackCost {
    std::string block;  ///< id of the expanded block
    std::int64_t racks = 0;
    std::string accelerator;        ///< catalogue id
    std::int64_t accelerators = 0;  ///< of all racks
    std::array<double, static_cast<std::size_t>(CostSystem::Count)> perYear{};

    double total() const;
};

/// The annualised present value of each system (Cost::annualised is their sum), divided:
///
///   machines            by the prices of the blocks' own racks, installation and spares with them
///   network, storage,   by accelerators
///   licences
///   all else            by what the racks draw at full activity: land, building, plant, services, energy,
///                       water, staff, maintenance
///
/// Racks of a block cost alike; all racks together cost the whole. Assumption: who draws more needs more of the
/// building and its plant; energy goes by the design point, not by what jobs happened to be there.
/// Empty if the project has no rack whose parts are known.
std::vector<RackCost> rackCosts(const Project& project, const CostBasis& basis, const Cost& cost);

}  // namespace headroom::engine
