// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/attribute.h"

#include <string>

namespace headroom::models {

/// What a drill does to its unit.
enum class DrillAction { Fail, Repair, Open, Close, Sag, Fault, Reset };

/// An injected event: something fails, opens, comes back, at a given time.
struct DrillSpec {
    std::string name;
    double atS = 0.0;
    DrillAction action = DrillAction::Fail;
    std::string unit;
    int instance = 0;
    double durationS = kNotStated;

    static const ComponentType& type();
};

}  // namespace headroom::models
