// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/attribute.h"

namespace headroom::models {

/// A coolant distribution unit: pumps and a plate heat exchanger between the rack loop and facility
/// water.
struct CduSpec {
    double ratedHeatW = kNotStated;
    double uaWPerK = kNotStated;
    double primaryFlowM3PerS = kNotStated;
    double secondaryFlowM3PerS = kNotStated;
    double pumpRatedW = kNotStated;
    double pumpMinSpeed = 0.5;
    double volumeM3 = kNotStated;
    double widthM = 0.9;
    double depthM = 1.2;
    double heightM = 2.2;
    double restartS = 15.0;
    double failuresPerS = 0.0;
    double repairS = kNotStated;
    double priceUsd = kNotStated;

    static const ComponentType& type();
};

}  // namespace headroom::models
