// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/attribute.h"

#include <string>
#include <vector>

namespace headroom::models {

/// A facility water loop with its heat rejection: towers or dry coolers, and chillers where they
/// are needed.
struct CoolingLoopSpec {
    std::string name;
    double supplySetpointC = kNotStated;
    double designRiseK = kNotStated;
    std::string tower;
    int towers = 0;
    std::string dryCooler;
    int dryCoolers = 0;
    std::string chiller;
    int chillers = 0;
    double exchangerApproachK = 2.0;
    double towerMinimumC = 5.0;
    std::string pump;
    int pumps = 1;
    std::string condenserPump;
    int condenserPumps = 0;
    double volumeM3 = kNotStated;
    double cyclesOfConcentration = 4.0;
    std::vector<std::string> feeds;
    std::vector<std::string> pumpFeeds;
    double xM = 0.0;
    double yM = 0.0;

    static const ComponentType& type();
};

}  // namespace headroom::models
