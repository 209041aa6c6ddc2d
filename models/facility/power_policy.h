// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/attribute.h"

namespace headroom::models {

/// How the plant is operated: transfer to generators and back, capping, shedding, restart.
struct PowerPolicySpec {
    double gensetDelayS = 5.0;
    double returnDelayS = 600.0;
    int restartBlocks = 4;
    double restartIntervalS = 10.0;
    double serverBootS = 300.0;
    bool capEnabled = false;
    double capThreshold = 1.0;
    double capReleaseS = 30.0;
    double capResponseS = 1.0;
    double capFloor = 0.5;
    bool shedEnabled = false;
    double shedAfterS = 10.0;
    double voltageDropLimit = 0.05;

    static const ComponentType& type();
};

}  // namespace headroom::models
