// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/attribute.h"

namespace headroom::models {

/// A computer-room air handler or fan wall section: fans and a chilled-water coil.
struct CrahSpec {
    double ratedHeatW = kNotStated;
    double airflowM3PerS = kNotStated;
    double fanRatedW = kNotStated;
    double fanMinSpeed = 0.4;
    double uaWPerK = kNotStated;
    double waterFlowM3PerS = kNotStated;
    double widthM = 2.5;
    double depthM = 1.0;
    double heightM = 2.2;
    double restartS = 15.0;
    double failuresPerS = 0.0;
    double repairS = kNotStated;
    double priceUsd = kNotStated;

    static const ComponentType& type();
};

}  // namespace headroom::models
