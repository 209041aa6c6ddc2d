// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/attribute.h"

#include <string>
#include <vector>

namespace headroom::models {

/// A room with racks: its floor, air and feeds.
struct HallSpec {
    std::string name;
    double xM = 0.0;
    double yM = 0.0;
    double widthM = kNotStated;
    double depthM = kNotStated;
    double heightM = 5.0;
    std::vector<std::string> feeds;
    std::vector<std::string> fanFeeds;
    std::string crah;
    int crahs = 1;
    std::string airLoop;
    double supplyAirC = 24.0;
    double recirculation = 0.05;
    double bypass = 0.10;

    static const ComponentType& type();
};

}  // namespace headroom::models
