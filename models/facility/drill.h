// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/attribute.h"

#include <string>

namespace headroom::models {

/// Effect of a drill on its unit. Open to Fault are for power units; Stick to Isolate for coolant;
/// Cut to Pause for fabrics and WAN links. Fail, Degrade, Corrupt and Repair also for racks, servers
/// and accelerators of a rack block; Crash for jobs; Mistake: a person opens the breaker next to the
/// one that was meant.
enum class DrillAction {
    Fail,
    Repair,
    Open,
    Close,
    Sag,
    Fault,
    Reset,
    Stick,
    Foul,
    Leak,
    Isolate,
    Cut,
    Degrade,
    Flap,
    Pause,
    Corrupt,
    Crash,
    Mistake
};

/// Which part of a fabric a drill means; `instance` counts them from 1.
enum class FabricPart {
    None,
    Switch,   ///< in the order of the shape: leaves or routers first
    Leaf,     ///< first-hop switch, or router; of one plane after the other
    Spine,    ///< second tier
    Core,     ///< third tier
    Plane,    ///< one of the independent copies
    Bundle,   ///< parallel links, as the fabric view numbers them
    Uplinks,  ///< links of a leaf to the tier above
    Link,     ///< one cable, by either of its directed links
    Adapter   ///< the host links of one endpoint
};

/// Unit that a drill counts in a rack block, from 1 over the whole block.
enum class BlockPart { Row, Rack, Server, Accelerator };

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
    FabricPart part = FabricPart::None;
    BlockPart level = BlockPart::Row;
    int count = 0;
    double amount = kNotStated;
    double durationS = kNotStated;

    static const ComponentType& type();
};

}  // namespace headroom::models
