// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/attribute.h"

#include <string>

namespace headroom::models {

/// What a drill does to its unit. Open to Fault are for power units; Stick to Isolate for coolant.
enum class DrillAction { Fail, Repair, Open, Close, Sag, Fault, Reset, Stick, Foul, Leak, Isolate };

/// Which machines of a cooling loop, CDU group or hall a drill means.
enum class CoolingMachine {
    All,
    Pumps,
    CondenserPumps,
    Chillers,
    Towers,
    DryCoolers,
    Cdus,
    AirHandlers,
    Valve,
    Exchanger
};

/// An injected event: something fails, opens, leaks, comes back, at a given time.
struct DrillSpec {
    std::string name;
    double atS = 0.0;
    DrillAction action = DrillAction::Fail;
    std::string unit;
    int instance = 0;
    CoolingMachine machine = CoolingMachine::All;
    int count = 0;
    double amount = kNotStated;
    double durationS = kNotStated;

    static const ComponentType& type();
};

}  // namespace headroom::models
