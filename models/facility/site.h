// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/attribute.h"

#include <string>

namespace headroom::models {

/// Where the facility is: weather, energy price, carbon.
struct SiteSpec {
    std::string name;
    std::string climate;
    std::string weatherFile;
    std::string
        timeZone;  ///< IANA name; empty means local standard time of the weather, without daylight saving
    std::string grid;
    double energyUsdPerJ = kNotStated;
    double peakUsdPerJ = kNotStated;
    double peakFromS = 8.0 * 3600.0;
    double peakToS = 20.0 * 3600.0;
    double carbonKgPerJ = kNotStated;
    double mechanicalPowerFactor = 0.95;
    double dieselUsdPerM3 = 1200.0;
    double waterUsdPerM3 = 2.0;

    static const ComponentType& type();
};

}  // namespace headroom::models
