// SPDX-License-Identifier: Apache-2.0
#include "engine/grid/grid_hours.h"

#include "engine/grid/carbon_intensity.h"
#include "engine/grid/energy_prices.h"

#include <utility>

namespace headroom::engine {

double GridHours::usdPerJAt(double yearS) const {
    return usdPerJ[hourAt(yearS)];
}

double GridHours::kgPerJAt(double yearS) const {
    return kgPerJ[hourAt(yearS)];
}

Result<GridHours> gridHours(const Project& project, const Catalogue& catalogue) {
    models::EconomicsSpec economics;
    if (const auto stated = project.objectsOf("economics"); !stated.empty()) {
        economics = specOf<models::EconomicsSpec>(*stated.front());
    }
    auto prices = energyPrices(project, catalogue, economics);
    if (!prices) {
        return tl::unexpected(std::move(prices.error()));
    }
    auto carbon = gridCarbon(project, catalogue, economics);
    if (!carbon) {
        return tl::unexpected(std::move(carbon.error()));
    }
    return GridHours{hourlyPrices(*prices), std::move(carbon->average), prices->source,
                     carbon->source, prices->priceYear};
}

}  // namespace headroom::engine
