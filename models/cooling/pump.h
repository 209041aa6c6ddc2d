// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/attribute.h"

namespace headroom::models {

/// A centrifugal pump with motor and variable-speed drive.
struct PumpSpec {
    double flowM3PerS = kNotStated;
    double headPa = kNotStated;
    double efficiency = kNotStated;
    double driveEfficiency = kNotStated;
    double minSpeed = 0.3;
    double restartS = 20.0;
    double failuresPerS = 0.0;
    double repairS = kNotStated;
    double priceUsd = kNotStated;

    static const ComponentType& type();
};

/// Electric power of one pump at a flow ratio, by the affinity laws on a fixed system curve.
///   P = Q_d dp_d / (eta_p eta_m) r^3, r = max(flowRatio, minSpeed)
/// Assumption: no static head (closed loop), efficiency constant along the system curve.
double pumpPowerW(const PumpSpec& spec, double flowRatio);

}  // namespace headroom::models
