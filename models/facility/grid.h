// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/attribute.h"

#include <vector>

namespace headroom::models {

/// Price and emission of a kilowatt-hour in one region.
struct GridSpec {
    double carbonKgPerJ = kNotStated;
    double energyUsdPerJ = kNotStated;
    double marginalKgPerJ = kNotStated;  ///< of the plants that answer one more kilowatt-hour
    /// Mean of a month at an hour of the local day over the mean of the year, 12 by 24; empty means flat.
    std::vector<double> carbonShape;

    static const ComponentType& type();
};

}  // namespace headroom::models
