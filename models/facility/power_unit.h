// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/attribute.h"

#include <string>
#include <vector>

namespace headroom::models {

/// One part of the electrical wiring, or an array of equal ones, and what feeds it. A battery at its output
/// (models/power/external_battery.h) is of another model: what that asks of it is here as numbers.
struct PowerUnitSpec {
    std::string name;
    std::string part;
    int count = 1;
    int modules = 1;
    int redundant = 0;
    std::vector<std::string> sources;
    bool joinAll = false;
    std::string breaker;
    std::string cable;
    double cableM = 0.0;
    double ratingVa = kNotStated;
    bool ecoMode = false;
    double upsBatteryYears = 0.0;  ///< age of the battery of a UPS
    double upsBatteryC = 25.0;     ///< temperature of its cells
    double batteryJ = kNotStated;
    double batteryStart = 1.0;
    double batteryGivesW = 0.0;
    double batteryLossW = 0.0;
    std::string hall;
    double xM = kNotStated;
    double yM = kNotStated;

    static const ComponentType& type();
};

}  // namespace headroom::models
