// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/plant/order_target.h"
#include "engine/run/state/event.h"

namespace headroom::engine {

/// The subsystem that handles an order, by what it acts on. Owner::Run if the plant has no such object, or the action does not
/// apply to it. The subsystem says whether the object has a part of that number (Subsystem::hasPart).
inline Owner ownerOf(const Plant& plant, const PlantOrder& order) {
    if (orderKind(plant, order) == nullptr) {
        return Owner::Run;
    }
    switch (*orderTarget(plant, order)) {
        case OrderTarget::PowerUnit:
        case OrderTarget::Ups:
        case OrderTarget::Utility:
            return order.action == models::DrillAction::Mistake ? Owner::Faults : Owner::Power;
        case OrderTarget::Coolant:
        case OrderTarget::RackRow:
            return Owner::Cooling;
        case OrderTarget::Switches:
        case OrderTarget::Cables:
            return Owner::Fabric;
        case OrderTarget::Racks:
        case OrderTarget::Storage:
        case OrderTarget::Job:
        case OrderTarget::Count:
            break;
    }
    return Owner::Faults;
}

}  // namespace headroom::engine
