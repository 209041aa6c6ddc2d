// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/attribute.h"

#include <string>
#include <string_view>

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

/// Action of a person or a drill on the plant. It acts on a unit of the electrical wiring, a machine of a cooling loop, CDU group,
/// hall or rack block, a part of a fabric or WAN link, a storage group or a job.
struct PlantOrder {
    DrillAction action = DrillAction::Fail;
    std::string unit;  ///< id of the power unit, cooling loop, CDU group, hall, rack block, fabric,
                       ///< WAN link, storage group or job
    int instance = 0;  ///< of an array of power units, row of a rack block, or part of a fabric,
                       ///< from 1; 0 means all
    double durationS = kNotStated;  ///< undone after that; for good where not stated
    int incomer =
        0;  ///< Open and Close of a power unit: which incomer, from 1; 0 means all of them
    CoolingMachine machine = CoolingMachine::All;  ///< which of a cooling object
    FabricPart part = FabricPart::None;            ///< which of a fabric
    BlockPart level = BlockPart::Row;              ///< of a rack block
    int count = 0;               ///< how many units of that machine, or links; 0 means all of them
    double amount = kNotStated;  ///< 0..1, by the action: see the attribute of a drill
};

/// An order that a project gives at a given time: something fails, opens, leaks, comes back.
struct DrillSpec {
    std::string name;
    double atS = 0.0;
    PlantOrder order;  ///< an incomer cannot be stated

    static const ComponentType& type();
};

/// The word of an action in projects and orders: "fail".
std::string_view wordOf(DrillAction action);

}  // namespace headroom::models
