// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/facility/drill.h"

#include <string>

namespace headroom::engine {

/// What a person or a drill does to the electrical wiring.
struct PowerOrder {
    models::DrillAction action = models::DrillAction::Fail;
    std::string unit;                       ///< id of the power unit of the project
    int instance = 0;                       ///< of its array from 1; 0: all of them
    double durationS = models::kNotStated;  ///< undone after that; for good where not stated
    int incomer = 0;  ///< Open and Close: which incomer, from 1; 0: all of them
};

}  // namespace headroom::engine
