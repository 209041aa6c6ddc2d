// SPDX-License-Identifier: Apache-2.0
#include "models/economics/spot_capacity.h"

#include <algorithm>
#include <cmath>

namespace headroom::models {

double spotLossesPerS(double lossesPerServerS, double windowS, double servers) {
    const double ofGroup = servers > 1.0 && windowS > 0.0 ? 1.0 / windowS : 0.0;
    return servers * lossesPerServerS + ofGroup;
}

double SpotCapacity::lossesPerS(int accelerators) const {
    const double servers =
        std::ceil(static_cast<double>(accelerators) / std::max(1, acceleratorsPerServer));
    return spotLossesPerS(lossesPerServerS, windowS, servers);
}

}  // namespace headroom::models
