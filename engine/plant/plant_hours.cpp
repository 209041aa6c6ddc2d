// SPDX-License-Identifier: Apache-2.0
#include "engine/plant/plant_hours.h"

#include <limits>

namespace headroom::engine {

bool isHourLimited(const Plant& plant, double timeS) {
    return plant.hours && plant.hours->limit.holdsAt(plant.startYearS + timeS);
}

double hourLimitChangesS(const Plant& plant, double timeS) {
    return plant.hours ? plant.hours->limit.changesS(plant.startYearS + timeS) - plant.startYearS
                       : std::numeric_limits<double>::infinity();
}

const models::AcceleratorSpec& acceleratorsAt(const Plant& plant, std::size_t block, double timeS) {
    return isHourLimited(plant, timeS) ? plant.hours->accelerators[block]
                                       : plant.blocks[block].accelerator;
}

HourlyDifference hourlyDifference(const Plant& plant, double timeS, bool isPeak) {
    if (!plant.hours) {
        return {};
    }
    const double yearS = plant.startYearS + timeS;
    return {plant.hours->grid.usdPerJAt(yearS) - (isPeak ? plant.peakUsdPerJ : plant.energyUsdPerJ),
            plant.hours->grid.kgPerJAt(yearS) - plant.carbonKgPerJ};
}

}  // namespace headroom::engine
