// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/attribute.h"

namespace headroom::models {

/// An automatic (ATS) or static (STS) transfer switch: one load, a preferred source and others.
struct TransferSwitchSpec {
    double ratedA = kNotStated;
    double transferS = kNotStated;
    double confirmS = 0.0;
    double returnS = 0.0;
    double failuresPerS = 0.0;
    double repairS = kNotStated;
    double priceUsd = kNotStated;

    static const ComponentType& type();
};

}  // namespace headroom::models
