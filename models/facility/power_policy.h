// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/attribute.h"

namespace headroom::models {

/// Signal that the power limit of accelerators follows, hour by hour (engine/grid/hour_limit.h).
enum class LimitFollows { Nothing, Price, Carbon };

/// How the plant is operated: transfer to generators and back, capping, shedding, restart, limits by the hour.
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
    LimitFollows limitFollows = LimitFollows::Nothing;
    double limitShare = 0.7;  ///< of the power of an accelerator, in those hours
    double limitHours = 0.1;  ///< of a year's hours at most: the highest

    static const ComponentType& type();
};

}  // namespace headroom::models
