// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/attribute.h"

#include <string>
#include <vector>

namespace headroom::models {

/// Rows of equal racks: an array that stays an array.
struct RackBlockSpec {
    std::string name;
    std::string hall;
    std::string rack;
    int rows = 1;
    int racksPerRow = 1;
    double rowPitchM = 3.0;
    double rackPitchM = kNotStated;
    bool alternate = true;
    std::string cdu;
    std::string fabric;
    std::vector<std::string> feeds;
    int cords = 0;
    int priority = 0;
    double xM = 0.0;
    double yM = 0.0;

    static const ComponentType& type();
};

}  // namespace headroom::models
