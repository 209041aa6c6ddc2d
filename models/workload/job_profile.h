// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/attribute.h"

namespace headroom::models {

/// How a kind of job uses its accelerators: activity by phase, efficiency, checkpoint size.
struct JobProfileSpec {
    double matrixShare = kNotStated;
    double computeActivity = kNotStated;
    double communicationActivity = kNotStated;
    double overlap = kNotStated;
    double checkpointBytesPerParameter = kNotStated;
    double checkpointStallS = kNotStated;
    double activity = kNotStated;
    double communicationShare = kNotStated;

    static const ComponentType& type();
};

}  // namespace headroom::models
