// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/attribute.h"

#include <string>
#include <vector>

namespace headroom::models {

/// Coolant distribution units of one hall that share a rack loop.
struct CduGroupSpec {
    std::string name;
    std::string hall;
    std::string cdu;
    int count = 1;
    std::string loop;
    double supplySetpointC = kNotStated;
    std::vector<std::string> feeds;
    double xM = 0.0;
    double yM = 0.0;
    double pitchM = 1.2;

    static const ComponentType& type();
};

}  // namespace headroom::models
