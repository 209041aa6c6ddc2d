// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/attribute.h"

namespace headroom::models {

/// What a kilowatt-hour costs and emits in one region.
struct GridSpec {
    double carbonKgPerJ = kNotStated;
    double energyUsdPerJ = kNotStated;

    static const ComponentType& type();
};

}  // namespace headroom::models
