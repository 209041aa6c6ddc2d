// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/attribute.h"

namespace headroom::models {

/// Whether parts fail at random, and how recovery works.
struct FailurePolicySpec {
    bool enabled = true;
    double rateFactor = 1.0;
    double lemonShape = 0.3;
    double restartS = 600;
    double spareShare = 0.0;
    bool fastDetection = true;
    double hangTimeoutS = 1200;
    int warmUpSteps = 0;
    double warmUpSpeed = 1.0;
    double checkPeriodS = 0.0;  ///< tests for silent corruption; 0: none
    double checkCoverage = 0.7;
    double checkCost = 0.0;
    double lossSpikeShare = 1.0;
    double lossSpikeS = kNotStated;  ///< mean; not stated: as the failure mode is detected
    double huntS = 3600.0;
    int checkpointsKept = 0;

    static const ComponentType& type();
};

}  // namespace headroom::models
