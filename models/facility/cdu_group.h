// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/attribute.h"
#include "models/facility/cooling_loop.h"

#include <string>
#include <vector>

namespace headroom::models {

/// Coolant distribution units of one hall that share a rack loop, or have one each.
struct CduGroupSpec {
    std::string name;
    std::string hall;
    std::string cdu;
    int count = 1;
    std::string loop;
    double supplySetpointC = kNotStated;
    std::string fluid = "pg25";
    bool separate = false;
    ReturnPiping piping = ReturnPiping::Reverse;
    double velocityMPerS = 1.5;
    double valveGainPerK = 0.05;
    double valveIntegralS = 35.0;
    double fillPa = 150e3;
    double expansionM3 = kNotStated;
    double isolationS = 5.0;
    std::vector<std::string> feeds;
    double xM = 0.0;
    double yM = 0.0;
    double pitchM = 1.2;

    static const ComponentType& type();
};

}  // namespace headroom::models
