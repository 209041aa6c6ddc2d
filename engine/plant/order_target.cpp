// SPDX-License-Identifier: Apache-2.0
#include "engine/plant/order_target.h"

#include "engine/base/index.h"
#include "engine/plant/plant.h"

#include <algorithm>
#include <string_view>

namespace headroom::engine {

namespace {

template <class List>
bool hasId(const List& list, const std::string& id) {
    return std::any_of(list.begin(), list.end(), [&](const auto& each) { return each.id == id; });
}

/// The type of the object with an id, as the project has it; empty if there is none.
std::string_view typeOf(const Plant& plant, const std::string& id) {
    if (hasId(plant.loops, id)) {
        return "cooling_loop";
    }
    if (std::any_of(plant.cdus.begin(), plant.cdus.end(),
                    [&](const PlantCdu& cdu) { return cdu.id == id || cdu.group == id; })) {
        return "cdu_group";
    }
    if (hasId(plant.halls, id)) {
        return "hall";
    }
    if (hasId(plant.blocks, id)) {
        return "rack_block";
    }
    if (hasId(plant.fabric->fabrics, id)) {
        return "fabric";
    }
    if (hasId(plant.fabric->wans, id)) {
        return "wan_link";
    }
    if (hasId(plant.fabric->storage, id)) {
        return "storage_group";
    }
    return hasId(plant.training, id) ? "training_job" : hasId(plant.batches, id) ? "batch_job" : "";
}

}  // namespace

std::optional<OrderTarget> orderTarget(const Plant& plant, const PlantOrder& order) {
    const PowerNetwork& n = *plant.network;
    if (const int array = n.arrayOf(order.unit); array >= 0) {
        return orderTarget(order, "power_unit", n.units[at(n.arrays[at(array)].firstUnit)].kind);
    }
    const auto target = orderTarget(order, typeOf(plant, order.unit), std::nullopt);
    return !target && order.action == models::DrillAction::Crash ? OrderTarget::Job : target;
}

const OrderKind* orderKind(const Plant& plant, const PlantOrder& order) {
    const auto target = orderTarget(plant, order);
    return target ? orderKind(order.action, *target) : nullptr;
}

}  // namespace headroom::engine
