// SPDX-License-Identifier: Apache-2.0
#include "engine/run/compile/compile_hours.h"

#include "models/compute/accelerator_power.h"

#include <utility>

namespace headroom::engine {

void compileHours(Plant& plant, const Project& project, const Catalogue& catalogue,
                  Errors& errors) {
    const auto follow = followOf(plant.policy);
    if (!follow) {
        return;
    }
    auto grid = gridHours(project, catalogue);
    if (!grid) {
        errors.push_back(grid.error());
        return;
    }
    const bool byPrice = follow->follow == models::SupplyFollow::Price;
    auto limit = hourLimit(*follow, byPrice ? grid->usdPerJ : grid->kgPerJ,
                           byPrice ? grid->priceSource : grid->carbonSource);
    if (!limit) {
        errors.push_back(limit.error());
        return;
    }
    auto hours = std::make_shared<PlantHours>();
    for (const PlantBlock& block : plant.blocks) {
        models::AcceleratorSpec chips = block.accelerator;
        chips.powerLimitW = follow->limitShare * models::powerLimitW(chips);
        hours->accelerators.push_back(std::move(chips));
    }
    hours->limit = std::move(*limit);
    hours->grid = std::move(*grid);
    plant.hours = std::move(hours);
}

}  // namespace headroom::engine
