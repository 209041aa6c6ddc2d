// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/attribute.h"

#include <string>

namespace headroom::models {

/// A rack or immersion tank as delivered: servers, shared equipment, size, rating.
struct RackSpec {
    std::string server;
    int servers = 4;
    double ratedPowerW = kNotStated;
    double extraIdleW = 0.0;
    double extraMaxW = 0.0;
    std::string shelf;
    int shelfRectifiers = 0;
    double stagingShare = 1.0;
    bool staging = false;
    double widthM = 0.6;
    double depthM = 1.2;
    double heightM = 2.2;
    double massKg = kNotStated;
    int unitsU = 0;        ///< mounting height, rack units of 44.45 mm (EIA-310); 0 if not stated
    int switchTrays = 0;   ///< of the scale-up network, one rack unit each
    int serversBelow = 0;  ///< servers under the switch trays; the rest are over them
    int shelves = 0;       ///< enclosures of rectifiers, one rack unit each
    double coolantM3 = 0.0;
    double metalJPerK = 0.0;  ///< wetted metal next to the accelerators and their plates
    double pressurePa = 0.0;  ///< manifolds, hoses and quick disconnects at nominal flow
    std::string rearDoor;
    std::string tank;
    double priceUsd = kNotStated;

    static const ComponentType& type();
};

}  // namespace headroom::models
