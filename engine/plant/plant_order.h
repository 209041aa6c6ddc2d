// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/facility/drill.h"

#include <string>

namespace headroom::engine {

/// Action of a person or a drill on the plant. It acts on a unit of the electrical wiring, a machine of a cooling loop, CDU group,
/// hall or rack block, or a part of a fabric or WAN link.
struct PlantOrder {
    models::DrillAction action = models::DrillAction::Fail;
    std::string unit;  ///< id of the power unit, cooling loop, CDU group, hall, rack block, fabric
                       ///< or WAN link
    int instance = 0;  ///< of an array of power units, row of a rack block, or part of a fabric,
                       ///< from 1; 0 means all
    double durationS = models::kNotStated;  ///< undone after that; for good where not stated
    int incomer =
        0;  ///< Open and Close of a power unit: which incomer, from 1; 0 means all of them
    models::CoolingMachine machine = models::CoolingMachine::All;  ///< which of a cooling object
    models::FabricPart part = models::FabricPart::None;            ///< which of a fabric
    models::BlockPart level = models::BlockPart::Row;              ///< of a rack block
    int count = 0;  ///< how many units of that machine, or links; 0 means all of them
    double amount = models::kNotStated;  ///< see models::DrillSpec: 0..1
};

/// Meant for the servers of a rack block, not for its coolant: fail and repair of a whole row are
/// of its coolant.
inline bool actsOnServers(const PlantOrder& order) {
    using models::DrillAction;
    return order.level != models::BlockPart::Row || order.action == DrillAction::Degrade ||
           order.action == DrillAction::Flap || order.action == DrillAction::Corrupt ||
           order.action == DrillAction::Crash;
}

}  // namespace headroom::engine
